import LuaSyntax

/// Where the rules and functions of a Lua source lie. The source has been compiled by Lua before.
struct LuaOutline: LuaVisitor {
  /// A function that lies in no other.
  struct Function {
    let closure: LuaClosure
    /// What it is called: by a `function` statement, an assignment or a field; nil when it has no name.
    let name: String?
    let parameters: [String]
    /// Whether it is declared by a statement, and not the value of a field or variable.
    let isStatement: Bool

    /// From the word `function` to its `end`.
    var range: Range<Int> { closure.range }
  }

  let tokens: [LuaTokens.Token]
  private(set) var functions: [Function] = []
  /// Calls of `rule`, with their tables.
  private(set) var rules: [LuaExpression] = []
  private var variables: [LuaVariable] = []
  /// Functions around the word that is looked at.
  private var depth = 0

  /// Empty for what is no Lua.
  init(_ source: [UInt8]) {
    tokens = LuaTokens(source).tokens
    guard let parsed = try? LuaParser.parse(tokens) else { return }
    variables = parsed.variables
    visit(parsed.statements)
  }

  func isSymbol(_ position: Int, _ text: String) -> Bool {
    tokens.indices.contains(position) && tokens[position].kind == .symbol && tokens[position].text == text
  }

  func isWord(_ position: Int, _ text: String) -> Bool {
    tokens.indices.contains(position) && tokens[position].kind == .name && tokens[position].text == text
  }

  mutating func visit(_ statement: LuaStatement) {
    switch statement.kind {
    case .function(let target, let closure): add(closure, Self.name(target), isStatement: true)
    case .localFunction(let variable, let closure): add(closure, variables[variable].name, isStatement: true)
    case .local(let made, let values):
      for (number, value) in values.enumerated() {
        visit(value, named: number < made.count ? variables[made[number]].name : nil)
      }
    case .assignment(let targets, let values):
      for (number, value) in values.enumerated() {
        visit(value, named: number < targets.count ? Self.name(targets[number]) : nil)
      }
    default: visitParts(of: statement)
    }
  }

  mutating func visit(_ expression: LuaExpression) {
    switch expression.kind {
    case .function: visit(expression, named: nil)
    case .table(let fields): for field in fields { visit(field.value, named: field.name) }
    case .suffixed(let base, let suffixes):
      if case .name("rule", _) = base.kind, case .call? = suffixes.first?.kind { rules.append(expression) }
      visitParts(of: expression)
    default: visitParts(of: expression)
    }
  }

  private mutating func visit(_ value: LuaExpression, named name: String?) {
    guard case .function(let closure) = value.kind else { return visit(value) }
    add(closure, name, isStatement: false)
  }

  private mutating func add(_ closure: LuaClosure, _ name: String?, isStatement: Bool) {
    if depth == 0 {
      let parameters = closure.parameters.map { variables[$0].name }
      functions.append(Function(closure: closure, name: name, parameters: parameters, isStatement: isStatement))
    }
    depth += 1
    visit(closure.body)
    depth -= 1
  }

  /// The last name of what is assigned to.
  private static func name(_ target: LuaExpression) -> String? {
    switch target.kind {
    case .name(let name, _): name
    case .suffixed(_, let suffixes): suffixes.last?.name
    default: nil
    }
  }
}
