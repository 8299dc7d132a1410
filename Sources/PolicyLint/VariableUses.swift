import LuaSyntax

struct VariableUses: LuaVisitor {
  /// The types of the values that a variable is assigned after its declaration; nil for unknown ones.
  private(set) var assigned: [Int: [ValueType.Base?]] = [:]
  private(set) var keys: [Int: [LuaField.Key]] = [:]
  /// The variables whose tables other code may change.
  private(set) var shared: Set<Int> = []

  /// Functions that only read the table that they get first.
  private static let readers: Set<String> = [
    "ipairs", "pairs", "next", "table.concat", "table.unpack", "table.remove", "table.sort", "set.of", "set.contains",
  ]

  mutating func visit(_ statement: LuaStatement) {
    switch statement.kind {
    case .assignment(let targets, let values):
      let isEven = targets.count == values.count
      for (position, target) in targets.enumerated() {
        note(target, isEven ? Self.base(of: values[position]) : nil)
      }
      values.forEach { visit($0) }
    case .function(let target, let closure):
      note(target, .function)
      visit(closure.body)
    default: visitParts(of: statement)
    }
  }

  private mutating func note(_ target: LuaExpression, _ base: ValueType.Base?) {
    switch target.kind {
    case .name(_, let variable?): assigned[variable, default: []].append(base)
    case .suffixed(let owner, let suffixes):
      if case .name(_, let variable?) = owner.kind, suffixes.count == 1 {
        switch suffixes[0].kind {
        case .field(let name): keys[variable, default: []].append(.name(name))
        case .index(let key): keys[variable, default: []].append(.expression(key))
        default: break
        }
      }
      visit(target)
    default: break
    }
  }

  mutating func visit(_ expression: LuaExpression) {
    switch expression.kind {
    case .name(_, let variable?): shared.insert(variable)
    case .unary("#", let operand): if case .name = operand.kind {} else { visit(operand) }
    case .suffixed(let base, let suffixes):
      if let (function, arguments) = expression.call, case .name(_, let variable?)? = arguments.first?.kind,
        function == "table.insert" || Self.readers.contains(function)
      {
        if function == "table.insert" { keys[variable, default: []].append(.position) }
        return arguments.dropFirst().forEach { visit($0) }
      }
      if case .name = base.kind {
        switch suffixes.first?.kind {
        case .call, .method: visit(base)
        default: break
        }
      } else {
        visit(base)
      }
      for suffix in suffixes { visitParts(of: suffix) }
    default: visitParts(of: expression)
    }
  }

  static func base(of expression: LuaExpression) -> ValueType.Base? {
    switch expression.kind {
    case .nil: .null
    case .boolean, .unary("not", _): .boolean
    case .number, .unary: .number
    case .string: .string
    case .function: .function
    case .table: .table
    case .parenthesized(let inner): base(of: inner)
    case .chain(_, let rest):
      if rest.contains(where: { ["and", "or"].contains($0.operation) }) {
        nil
      } else {
        switch rest.last?.operation {
        case let last? where SourceLint.comparisons.contains(last): .boolean
        case "..": .string
        default: .number
        }
      }
    default: nil
    }
  }
}

// The policy's own tables, whose keys are all known.
extension SourceLint {
  enum TableRead {
    case count, positions
    case field(String)
    case index(LuaExpression)
    /// An assignment to the element after which the table ends.
    case last
  }

  /// Checks what is read from the policy's own tables, once all types are known.
  mutating func checkTables() {
    for (variable, read, line) in tableReads {
      guard variables[variable].writes == 0, !uses.shared.contains(variable),
        case .table(let fields)? = variables[variable].value?.kind
      else { continue }
      let written = uses.keys[variable] ?? []
      let name = variables[variable].name
      if case .last = read, fields.isEmpty, written.allSatisfy({ isLast($0, of: variable) }) {
        add(
          .indexPosition, "'#\(name)' stays 0, so this sets the element at position 0 again and again", line,
          fix: "write \(name)[#\(name) + 1] = …")
        continue
      }
      let keys = fields.map(\.key) + written
      if case .field(let field) = read, !keys.contains(where: { $0.name == field }),
        written.contains(where: {
          if case .expression(let key) = $0, case .name(field, _?) = key.kind { true } else { false }
        })
      {
        add(
          .fieldUnknown,
          "'\(name).\(field)' is the field with the name \"\(field)\", not the one that '\(field)' names",
          line, fix: "write \(name)[\(field)]")
        continue
      }
      let bases = Set(keys.map(base))
      guard bases.count == 1, let base = bases.first else { continue }
      check(read, of: name, keys: base, line)
    }
  }

  private mutating func check(_ read: TableRead, of name: String, keys: ValueType.Base?, _ line: Int) {
    switch (keys, read) {
    case (.string, .count):
      add(
        .lengthDictionary, "'#' counts the elements of a list, but '\(name)' only has names", line,
        fix: "count in a loop over pairs, or check next(t) == nil")
    case (.string, .positions):
      add(
        .loopValues, "ipairs finds nothing in '\(name)', which only has names", line,
        fix: "iterate with pairs, or write a list: { \"a\", \"b\" }")
    case (.string, .index(let index)) where type(of: index).type.base == .number:
      add(.indexType, "'\(name)' only has names, not positions", line, fix: "iterate with pairs, or name the field")
    case (.number, .index(let index)) where type(of: index).type.base == .string: addSearch(name, line)
    case (.number, .field): addSearch(name, line)
    default: break
    }
  }

  private mutating func addSearch(_ name: String, _ line: Int) {
    add(
      .indexType, "'\(name)' is a list: its elements have positions, not names", line,
      fix: "write set.contains(\(name), …), or #\(name) for the number of its elements")
  }

  private func base(of key: LuaField.Key) -> ValueType.Base? {
    switch key {
    case .position: .number
    case .name: .string
    case .expression(let key): type(of: key).type.base
    }
  }

  func isLast(_ key: LuaField.Key, of variable: Int) -> Bool {
    guard case .expression(let key) = key, case .unary("#", let list) = key.kind else { return false }
    return if case .name(_, variable) = list.kind { true } else { false }
  }
}
