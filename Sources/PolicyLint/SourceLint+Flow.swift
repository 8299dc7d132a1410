import LuaSyntax

// Code that never runs, and tables that cannot be iterated.
extension SourceLint {
  mutating func lookForUnreachable(_ statements: [LuaStatement]) {
    for (position, statement) in statements.enumerated().dropLast() {
      guard let reason = endsFlow(statement) else { continue }
      let next = statements[position + 1]
      if case .label = next.kind { continue }
      return add(
        .codeUnreachable, "unreachable code: \(reason) at line \(statement.line)", next.line,
        fix: "remove it, or move it up")
    }
  }

  mutating func checkBranches(_ conditions: [LuaExpression]) {
    for (position, condition) in conditions.enumerated() {
      if case .boolean(false) = condition.kind {
        add(.codeUnreachable, "unreachable code: the condition is false", condition.line, fix: "remove it")
      }
      if position > 0, conditions[..<position].contains(where: { isSameTest($0, condition) }) {
        add(
          .codeUnreachable, "unreachable code: an earlier branch has the same condition", condition.line,
          fix: "write the intended condition")
      }
    }
  }

  private func isSameTest(_ one: LuaExpression, _ other: LuaExpression) -> Bool {
    guard case .chain(let a, let left) = one.kind, case .chain(let b, let right) = other.kind, left.count == 1,
      right.count == 1
    else { return false }
    return left[0].operation == right[0].operation && isSame(a, b) && isSame(left[0].value, right[0].value)
  }

  private func endsFlow(_ statement: LuaStatement) -> String? {
    switch statement.kind {
    case .return: "the function returns"
    case .block(let body): body.last.flatMap(endsFlow)
    case .branch(let branches, let otherwise):
      if let first = branches.first, case .boolean(true) = first.condition.kind {
        first.body.last.flatMap(endsFlow)
      } else if !otherwise.isEmpty,
        (branches.map(\.body) + [otherwise]).allSatisfy({ $0.last.flatMap(endsFlow) != nil })
      {
        "every branch ends"
      } else {
        nil
      }
    case .break: "the loop ends"
    case .goto: "the flow goes elsewhere"
    case .expression(let expression):
      if case .suffixed(let base, let suffixes) = expression.kind, suffixes.count == 1, case .call = suffixes[0].kind,
        isGlobal(base, "error")
      {
        "an error is raised"
      } else {
        nil
      }
    case .whileLoop(let condition, let body):
      if case .boolean(true) = condition.kind, !Self.leaves(body) { "the loop never ends" } else { nil }
    default: nil
    }
  }

  private static func leaves(_ statements: [LuaStatement]) -> Bool {
    statements.contains { statement in
      switch statement.kind {
      case .break, .goto: true
      case .block, .branch: statement.blocks.contains(where: leaves)
      // A `break` inside leaves the inner loop; a `goto` may leave both.
      default: statement.blocks.contains(where: hasGoto)
      }
    }
  }

  private static func hasGoto(_ statements: [LuaStatement]) -> Bool {
    statements.contains { if case .goto = $0.kind { true } else { $0.blocks.contains(where: hasGoto) } }
  }

  // MARK: Tables

  /// Recognizes `t[{}] = …` and `t[function…] = …`, for tables that still have their declared value.
  func unorderedKey(_ key: LuaExpression) -> String? {
    switch resolve(key).kind {
    case .table: "table"
    case .function: "function"
    default: nil
    }
  }

  mutating func noteUnordered(_ table: Int, _ key: LuaExpression) {
    guard let type = unorderedKey(key), unordered[table] == nil else { return }
    unordered[table] = type
  }

  mutating func checkWalks() {
    for walk in walks {
      guard variables[walk.variable].writes == 0, let type = unordered[walk.variable] else { continue }
      add(
        .pairsUnordered,
        "'\(variables[walk.variable].name)' has a \(type) as a key, and \(type)s have no order for pairs to follow",
        walk.line,
        fix: "use strings or numbers as keys, or keep a separate list")
    }
  }
}

enum ParameterDestination {
  case variable(Int)
  case field(of: Int, String)
  /// The value is discarded.
  case nowhere
}

// The destinations of parameters' and modules' values, and whether anything reads them.
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

  static func parameter(_ expression: LuaExpression) -> String? {
    guard case .suffixed(let base, let suffixes) = expression.kind, suffixes.count == 2,
      case .name("parameter", variable: nil) = base.kind, case .call(let names) = suffixes[0].kind, names.count == 1,
      case .call = suffixes[1].kind
    else { return nil }
    return names[0].plainString
  }
}
