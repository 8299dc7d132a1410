import KeyRegistry
import LuaSyntax
import PolicySchema

// The types of expressions that follow from the schema of the language: of the parameters of a rule's functions, of fields,
// of calls, of loops over lists, and of variables that are assigned once.
extension SourceLint {
  private static let logical: Set<String> = ["and", "or"]
  static let comparisons: Set<String> = ["==", "~=", "<", ">", "<=", ">="]

  func type(of expression: LuaExpression, depth: Int = 0) -> TypedValue {
    guard depth < 24 else { return .unknown }
    switch expression.kind {
    case .nil: return TypedValue(type: .null)
    case .boolean: return TypedValue(type: .boolean)
    case .number: return TypedValue(type: .number)
    case .string: return TypedValue(type: .string)
    case .function: return TypedValue(type: .function)
    case .vararg, .table: return .unknown
    case .parenthesized(let inner): return type(of: inner, depth: depth + 1)
    case .unary("not", _): return TypedValue(type: .boolean)
    case .unary: return TypedValue(type: .number)
    case .name(let name, let variable?): return type(ofVariable: variable, name, depth)
    case .name(let name, nil): return type(ofGlobal: name)
    case .chain(let first, let rest): return type(ofChain: first, rest, depth)
    case .suffixed(let base, let suffixes):
      return suffixes.reduce(type(of: base, depth: depth + 1)) { apply($1, to: $0, depth) }
    }
  }

  private func type(ofVariable variable: Int, _ name: String, _ depth: Int) -> TypedValue {
    let declared = variables[variable]
    guard declared.writes == 0 else { return type(ofAssigned: variable) }
    if let known = typed[variable] { return known }
    if declared.kind == .parameter {
      switch name {
      case "bundle": return TypedValue(type: .object(["Bundle", "CollectedBundle"]))
      case "report": return TypedValue(type: .object(["Report", "AcrossReport"]))
      default: return .unknown
      }
    }
    return declared.value.map { type(of: $0, depth: depth + 1) } ?? .unknown
  }

  private func type(ofAssigned variable: Int) -> TypedValue {
    guard let values = uses.assigned[variable], values.count == variables[variable].writes,
      let base = variables[variable].value.flatMap(VariableUses.base), values.allSatisfy({ $0 == base })
    else { return .unknown }
    return switch base {
    case .number: TypedValue(type: .number)
    case .string: TypedValue(type: .string)
    case .boolean: TypedValue(type: .boolean)
    default: .unknown
    }
  }

  private func type(ofGlobal name: String) -> TypedValue {
    if types.modules[name] != nil { return TypedValue(type: .library(name)) }
    if let function = types.function(name) {
      return TypedValue(type: .callable(.init(name: name, isMethod: false, definition: function)))
    }
    return types.language.values.first { $0.name == name }.map { types.type($0.type) } ?? .unknown
  }

  private func type(ofChain first: LuaExpression, _ rest: [LuaOperand], _ depth: Int) -> TypedValue {
    guard let last = rest.last else { return type(of: first, depth: depth + 1) }
    switch last.operation {
    case _ where Self.comparisons.contains(last.operation): return TypedValue(type: .boolean)
    case "..": return TypedValue(type: .string)
    case "and" where rest.count == 1: return type(of: last.value, depth: depth + 1).optional
    case "or" where rest.count == 1:
      let left = type(of: first, depth: depth + 1)
      if case .table(let fields) = last.value.kind, fields.isEmpty {
        return left.type.base == .table ? TypedValue(type: left.type) : .unknown
      }
      let right = type(of: last.value, depth: depth + 1)
      return left.type == right.type ? right : .unknown
    case "and", "or": return .unknown
    default: return rest.contains { Self.logical.contains($0.operation) } ? .unknown : TypedValue(type: .number)
    }
  }

  func apply(_ suffix: LuaSuffix, to value: TypedValue, _ depth: Int = 0) -> TypedValue {
    if let name = suffix.name { return member(name, of: value.type) ?? .unknown }
    switch suffix.kind {
    case .index: return value.type.element.map { TypedValue(type: $0, isOptional: true) } ?? .unknown
    case .call: return result(of: value.type)
    case .method(let name, _):
      return member(name, ofReceiver: value.type).map { result(of: $0.type) } ?? .unknown
    case .field: return .unknown
    }
  }

  private func result(of type: ValueType) -> TypedValue {
    switch type {
    case .callable(let function): types.result(of: function.definition)
    case .object(let classes) where classes.contains { types.classes[$0]?.call != nil }: TypedValue(type: .none)
    default: .unknown
    }
  }

  func member(_ name: String, of type: ValueType) -> TypedValue? {
    switch type {
    case .object(let classes):
      let found = classes.compactMap { types.fields(of: $0)[name] }
      if let first = found.first { return found.allSatisfy { $0 == first } ? first : .unknown }
      let index = classes.lazy.compactMap { self.types.classes[$0]?.index }.first { $0.key == "string" }
      return index.map { types.type($0.value).optional }
    case .library(let name2): return types.fields(ofLibrary: name2)[name]
    case .map(let value): return TypedValue(type: value, isOptional: true)
    case .info: return KeyRegistry.schema(of: name).map { TypedValue(type: Self.plist($0), isOptional: true) }
    case .value(let schema):
      guard let inner = schema.field(name)?.schema ?? schema.others else { return nil }
      let isWord = schema.isOfEntitlements && !inner.values.isEmpty
      return TypedValue(type: isWord ? .word(inner.values, name) : Self.plist(inner), isOptional: true)
    default: return nil
    }
  }

  func member(_ name: String, ofReceiver type: ValueType) -> TypedValue? {
    type.base == .string ? types.fields(ofLibrary: "string")[name] : member(name, of: type)
  }

  private static func plist(_ schema: KeySchema) -> ValueType {
    switch schema.type {
    case .any, .stringOrArray, .dictionaryOrArray: .any
    case .date: .object(["Date"])
    case .data: .object(["Data"])
    default: .value(schema)
    }
  }

  func isValue(_ expression: LuaExpression) -> Bool {
    switch expression.kind {
    case .boolean, .number, .string, .table, .function, .unary: true
    case .parenthesized(let inner): isValue(inner)
    case .chain(_, let rest):
      rest.allSatisfy { $0.operation != "and" && $0.operation != "or" }
    default: false
    }
  }

  // MARK: Declared variables

  /// Gives the parameters of a function their types by a signature such as `fun(bundle: Bundle, report: Report)`.
  mutating func assignParameters(_ function: LuaExpression, _ signature: String) {
    guard let closure = closure(function), signature.hasPrefix("fun(") else { return }
    for (parameter, variable) in zip(APIFunction(signature, "").parameters, closure.parameters) {
      typed[variable] = types.type(parameter.type)
    }
  }

  mutating func assignLoop(_ made: [Int], _ values: [LuaExpression]) {
    guard let (function, arguments) = values.first?.call, function == "ipairs" || function == "pairs",
      let list = arguments.first
    else { return }
    var pair: (key: ValueType, value: ValueType)?
    let type = type(of: list).type
    switch type {
    case .value(let schema) where schema.type == .dictionary: pair = (.string, .any)
    case .list, .value: pair = type.element.map { (.number, $0) }
    case .object(["FileTree"]): pair = (.string, .object(["File"]))
    case .object(["History"]): pair = (.number, .object(["Bundle"]))
    case .map(let value): pair = (.string, value)
    case .info: pair = (.string, .any)
    default:
      if let fields = fields(list), !fields.isEmpty,
        fields.allSatisfy({ if case .position = $0.key { $0.value.plainString != nil } else { false } })
      {
        pair = (.number, .string)
      }
    }
    guard let pair else { return }
    if made.count > 0 { typed[made[0]] = TypedValue(type: pair.key) }
    if made.count > 1 { typed[made[1]] = TypedValue(type: pair.value) }
  }
}
