/// Parses a Lua 5.4 source (Reference Manual, §9) and resolves variable names.
///
/// The source has been compiled by Lua before, so errors are not described; parsing just fails.
package struct LuaParser {
  /// The source is not Lua, or is nested more deeply than Lua's own parser allows.
  package struct Unreadable: Error {}

  package static func parse(
    _ tokens: [LuaTokens.Token]
  ) throws(Unreadable) -> (statements: [LuaStatement], variables: [LuaVariable]) {
    var parser = LuaParser(tokens: tokens)
    let statements = try parser.block()
    guard parser.at == tokens.count else { throw Unreadable() }
    return (statements, parser.variables)
  }

  /// Lua allows 200.
  private static let maximumDepth = 220

  private let tokens: [LuaTokens.Token]
  private var at = 0
  private var depth = 0
  private(set) var variables: [LuaVariable] = []
  /// The visible variables, innermost last.
  private var scope: [Int] = []

  // MARK: Words

  var position: Int { at }

  var line: Int { at < tokens.count ? tokens[at].line : tokens.last?.line ?? 1 }

  func token(_ ahead: Int = 0) -> LuaTokens.Token? { at + ahead < tokens.count ? tokens[at + ahead] : nil }

  mutating func advance(_ count: Int = 1) { at += count }

  func isSymbol(_ text: String, _ ahead: Int = 0) -> Bool { tokens.has(.symbol, text, at: at + ahead) }

  func isWord(_ text: String) -> Bool { tokens.has(.name, text, at: at) }

  private var endsBlock: Bool { at >= tokens.count || ["end", "else", "elseif", "until"].contains(where: isWord) }

  mutating func take(symbol text: String) -> Bool { take(isSymbol(text)) }

  mutating func take(word text: String) -> Bool { take(isWord(text)) }

  private mutating func take(_ isNext: Bool) -> Bool {
    if isNext { at += 1 }
    return isNext
  }

  mutating func expect(symbol text: String) throws(Unreadable) { if !take(symbol: text) { throw Unreadable() } }

  mutating func expect(word text: String) throws(Unreadable) { if !take(word: text) { throw Unreadable() } }

  package static let reserved: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not",
    "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// Whether a string is a name that can be written without quotes, as in `t.name`.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && !reserved.contains(text)
      && text.utf8.enumerated().allSatisfy { position, byte in
        LuaTokens.isNameStart(byte) || position > 0 && LuaTokens.isDigit(byte)
      }
  }

  mutating func name() throws(Unreadable) -> String {
    guard let token = token(), token.kind == .name, !Self.reserved.contains(token.text) else { throw Unreadable() }
    at += 1
    return token.text
  }

  mutating func nest<Result>(
    _ body: (inout LuaParser) throws(Unreadable) -> Result
  ) throws(Unreadable) -> Result {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth { throw Unreadable() }
    return try body(&self)
  }

  // MARK: Variables

  /// Resolves a name and counts a read of its variable; returns nil for a global.
  mutating func read(_ name: String) -> Int? {
    guard let variable = scope.last(where: { variables[$0].name == name }) else { return nil }
    variables[variable].reads += 1
    return variable
  }

  /// Creates a variable that is not in scope yet.
  private mutating func make(_ name: String, _ line: Int, _ kind: LuaVariable.Kind) -> Int {
    variables.append(LuaVariable(name: name, line: line, kind: kind))
    return variables.count - 1
  }

  /// Changes the last read of a name to an assignment.
  private mutating func recordAssignment(to target: LuaExpression) {
    guard case .name(_, let variable?) = target.kind else { return }
    variables[variable].reads -= 1
    variables[variable].writes += 1
  }

  // MARK: Statements

  private mutating func block() throws(Unreadable) -> [LuaStatement] {
    let outer = scope.count
    let statements = try statements()
    scope.removeLast(scope.count - outer)
    return statements
  }

  private mutating func statements() throws(Unreadable) -> [LuaStatement] {
    var statements: [LuaStatement] = []
    while !endsBlock {
      if take(symbol: ";") { continue }
      let line = line
      if take(word: "return") {
        let values = endsBlock || isSymbol(";") ? [] : try expressions()
        _ = take(symbol: ";")
        statements.append(LuaStatement(kind: .return(values), line: line))
        break
      }
      let kind = try nest { (parser) throws(Unreadable) in try parser.statement() }
      statements.append(LuaStatement(kind: kind, line: line))
    }
    return statements
  }

  private mutating func statement() throws(Unreadable) -> LuaStatement.Kind {
    guard let token = token() else { throw Unreadable() }
    if token.kind == .symbol, token.text == ":" { return try label() }
    guard token.kind == .name else { return try expressionStatement() }
    switch token.text {
    case "if": return try branch()
    case "while":
      advance()
      let condition = try expression()
      try expect(word: "do")
      return .whileLoop(condition, try closedBlock())
    case "do":
      advance()
      return .block(try closedBlock())
    case "for": return try loop()
    case "repeat":
      advance()
      let outer = scope.count
      let body = try statements()
      try expect(word: "until")
      // The condition may use the variables of the body.
      let condition = try expression()
      scope.removeLast(scope.count - outer)
      return .repeatLoop(body, condition)
    case "function": return try function()
    case "local": return try local()
    case "break":
      advance()
      return .break
    case "goto" where self.token(1)?.kind == .name:
      advance()
      return .goto(try name())
    default: return try expressionStatement()
    }
  }

  private mutating func closedBlock() throws(Unreadable) -> [LuaStatement] {
    let body = try block()
    try expect(word: "end")
    return body
  }

  private mutating func label() throws(Unreadable) -> LuaStatement.Kind {
    try expect(symbol: ":")
    try expect(symbol: ":")
    let name = try name()
    try expect(symbol: ":")
    try expect(symbol: ":")
    return .label(name)
  }

  private mutating func branch() throws(Unreadable) -> LuaStatement.Kind {
    var branches: [(condition: LuaExpression, body: [LuaStatement])] = []
    repeat {
      advance()
      let condition = try expression()
      try expect(word: "then")
      branches.append((condition, try block()))
    } while isWord("elseif")
    let otherwise = take(word: "else") ? try block() : []
    try expect(word: "end")
    return .branch(branches, otherwise: otherwise)
  }

  private mutating func loop() throws(Unreadable) -> LuaStatement.Kind {
    advance()
    let line = line
    var names = [try name()]
    let isNumeric = take(symbol: "=")
    if !isNumeric {
      while take(symbol: ",") { names.append(try name()) }
      try expect(word: "in")
    }
    let values = try expressions()
    try expect(word: "do")
    let outer = scope.count
    let made = names.map { make($0, line, .loop) }
    scope += made
    let body = try closedBlock()
    scope.removeLast(scope.count - outer)
    return isNumeric ? .numericFor(made[0], values, body) : .genericFor(made, values, body)
  }

  private mutating func function() throws(Unreadable) -> LuaStatement.Kind {
    let word = at
    advance()
    let (start, line) = (at, line)
    let name = try name()
    let variable = read(name)
    let base = made(.name(name, variable: variable), line, from: start)
    var suffixes: [LuaSuffix] = []
    var isMethod = false
    while !isMethod, isSymbol(".") || isSymbol(":") {
      isMethod = isSymbol(":")
      advance()
      suffixes.append(LuaSuffix(kind: .field(try self.name()), line: self.line, end: at))
    }
    let target = suffixes.isEmpty ? base : made(.suffixed(base, suffixes), line, from: start)
    if suffixes.isEmpty { recordAssignment(to: base) }
    return .function(target, try closure(from: word, isMethod: isMethod))
  }

  private mutating func local() throws(Unreadable) -> LuaStatement.Kind {
    advance()
    let start = at
    if take(word: "function") {
      let variable = make(try name(), line, .local)
      scope.append(variable)
      let line = line
      let closure = try closure(from: start)
      variables[variable].value = made(.function(closure), line, from: start)
      return .localFunction(variable, closure)
    }
    var names: [(String, Int)] = []
    repeat {
      let line = line
      names.append((try name(), line))
      if take(symbol: "<") {
        _ = try name()
        try expect(symbol: ">")
      }
    } while take(symbol: ",")
    let values = take(symbol: "=") ? try expressions() : []
    let made = names.map { make($0.0, $0.1, .local) }
    for (position, variable) in made.enumerated() where position < values.count {
      variables[variable].value = values[position]
    }
    scope += made
    return .local(made, values)
  }

  private mutating func expressionStatement() throws(Unreadable) -> LuaStatement.Kind {
    var targets = [try suffixedExpression()]
    guard isSymbol(",") || isSymbol("=") else { return .expression(targets[0]) }
    while take(symbol: ",") { targets.append(try suffixedExpression()) }
    try expect(symbol: "=")
    targets.forEach { recordAssignment(to: $0) }
    return .assignment(targets, try expressions())
  }

  // MARK: Functions

  mutating func closure(from start: Int, isMethod: Bool = false) throws(Unreadable) -> LuaClosure {
    let outer = scope.count
    var parameters: [Int] = []
    var isVariadic = false
    if isMethod { parameters.append(make("self", line, .parameter)) }
    try expect(symbol: "(")
    while !take(symbol: ")") {
      if isSymbol(".") {
        advance(3)
        isVariadic = true
      } else {
        let line = line
        parameters.append(make(try name(), line, .parameter))
      }
      if !isSymbol(")") { try expect(symbol: ",") }
    }
    scope += parameters
    let body = try closedBlock()
    scope.removeLast(scope.count - outer)
    return LuaClosure(parameters: parameters, isVariadic: isVariadic, body: body, range: start..<at)
  }
}
