import LuaSyntax
import PolicyEngine

/// Where the value of a parameter goes.
enum ParameterDestination {
  case variable(Int)
  /// A field of a table that a variable holds.
  case field(of: Int, String)
  /// It is thrown away.
  case nowhere
}

// Where the values of parameters and modules go, and whether anything reads them.
extension SourceLint {
  mutating func noteLocals(_ made: [Int], _ values: [LuaExpression]) {
    for (variable, value) in zip(made, values) {
      if let name = Self.parameter(value) { parameters.append((name, value.line, .variable(variable))) }
      if let (function, arguments) = value.call, function == "import", let module = arguments.first?.plainString {
        imports.append((module, variable))
      }
      guard case .table(let fields) = value.kind else { continue }
      for field in fields {
        if case .expression(let key) = field.key { noteUnordered(variable, key) }
        if let name = Self.parameter(field.value), let fieldName = field.name {
          parameters.append((name, field.value.line, .field(of: variable, fieldName)))
        }
      }
    }
  }

  mutating func noteAssignment(_ targets: [LuaExpression], _ values: [LuaExpression]) {
    for (position, target) in targets.enumerated() {
      guard case .suffixed(let base, let suffixes) = target.kind, suffixes.count == 1,
        case .name(_, let variable?) = base.kind
      else { continue }
      if case .index(let key) = suffixes[0].kind { noteUnordered(variable, key) }
      if position < values.count, let name = Self.parameter(values[position]), let field = suffixes[0].name {
        parameters.append((name, values[position].line, .field(of: variable, field)))
      }
    }
  }

  /// The name of the parameter that an expression declares: `parameter "name" { … }`.
  static func parameter(_ expression: LuaExpression) -> String? {
    guard case .suffixed(let base, let suffixes) = expression.kind, suffixes.count == 2,
      case .name("parameter", variable: nil) = base.kind, case .call(let names) = suffixes[0].kind, names.count == 1,
      case .call = suffixes[1].kind
    else { return nil }
    return names[0].plainString
  }
}
