// Parses expressions by operator precedence (Reference Manual, §3.4.8).
extension LuaParser {
  mutating func expressions() throws(Unreadable) -> [LuaExpression] {
    var list = [try expression()]
    while take(symbol: ",") { list.append(try expression()) }
    return list
  }

  mutating func expression() throws(Unreadable) -> LuaExpression { try expression(above: 0) }

  private static let unaryPriority = 12
  /// The priorities of the binary operators on their left and right side.
  private static let priorities: [String: (left: Int, right: Int)] = [
    "or": (1, 1), "and": (2, 2), "<": (3, 3), ">": (3, 3), "<=": (3, 3), ">=": (3, 3), "~=": (3, 3), "==": (3, 3),
    "|": (4, 4), "~": (5, 5), "&": (6, 6), "<<": (7, 7), ">>": (7, 7), "..": (9, 8), "+": (10, 10), "-": (10, 10),
    "*": (11, 11), "/": (11, 11), "//": (11, 11), "%": (11, 11), "^": (14, 13),
  ]

  private mutating func expression(above limit: Int) throws(Unreadable) -> LuaExpression {
    try nest { (parser) throws(Unreadable) in
      let (start, line) = (parser.position, parser.line)
      var first = try parser.operand()
      var rest: [LuaOperand] = []
      while let (text, length, priority) = parser.binaryOperator(), priority.left > limit {
        let position = parser.position
        parser.advance(length)
        rest.append(
          LuaOperand(operation: text, position: position, value: try parser.expression(above: priority.right)))
      }
      if !rest.isEmpty { first = parser.made(.chain(first, rest), line, from: start) }
      return first
    }
  }

  private mutating func operand() throws(Unreadable) -> LuaExpression {
    let (start, line) = (position, line)
    var unary: String?
    if isWord("not") { unary = "not" }
    for symbol in ["-", "#", "~"] where isSymbol(symbol) { unary = symbol }
    guard let unary else { return try simpleExpression() }
    advance()
    let operand = try expression(above: Self.unaryPriority)
    return made(.unary(unary, operand), line, from: start)
  }

  /// Operators of two characters consist of two tokens, which never occur separately in a valid source.
  private func binaryOperator() -> (text: String, tokens: Int, priority: (left: Int, right: Int))? {
    guard let token = token(), token.kind == .name || token.kind == .symbol else { return nil }
    if token.kind == .symbol, let next = self.token(1), next.kind == .symbol,
      let priority = Self.priorities[token.text + next.text]
    {
      return (token.text + next.text, 2, priority)
    }
    return Self.priorities[token.text].map { (token.text, 1, $0) }
  }

  private mutating func simpleExpression() throws(Unreadable) -> LuaExpression {
    guard let token = token() else { throw Unreadable() }
    let start = position
    let kind: LuaExpression.Kind
    switch (token.kind, token.text) {
    case (.number, let text): kind = .number(text)
    case (.string, let text): kind = .string(text)
    case (.name, "nil"): kind = .nil
    case (.name, "true"): kind = .boolean(true)
    case (.name, "false"): kind = .boolean(false)
    case (.name, "function"):
      advance()
      let closure = try closure(from: start)
      return made(.function(closure), token.line, from: start)
    case (.symbol, "."):
      advance(3)
      return made(.vararg, token.line, from: start)
    case (.symbol, "{"):
      let fields = try fields()
      return made(.table(fields), token.line, from: start)
    default: return try suffixedExpression()
    }
    advance()
    return made(kind, token.line, from: start)
  }

  /// An expression that ends at the parser's position.
  func made(_ kind: LuaExpression.Kind, _ line: Int, from start: Int) -> LuaExpression {
    LuaExpression(kind: kind, line: line, range: start..<position)
  }

  mutating func suffixedExpression() throws(Unreadable) -> LuaExpression {
    let (start, line) = (position, line)
    let base: LuaExpression
    if take(symbol: "(") {
      let inner = try expression()
      try expect(symbol: ")")
      base = made(.parenthesized(inner), line, from: start)
    } else {
      let name = try name()
      let variable = read(name)
      base = made(.name(name, variable: variable), line, from: start)
    }
    var suffixes: [LuaSuffix] = []
    while let suffix = try suffix() { suffixes.append(suffix) }
    return suffixes.isEmpty ? base : made(.suffixed(base, suffixes), line, from: start)
  }

  private mutating func suffix() throws(Unreadable) -> LuaSuffix? {
    guard let token = token(), let kind = try suffixKind(token) else { return nil }
    return LuaSuffix(kind: kind, line: token.line, end: position)
  }

  private mutating func suffixKind(_ token: LuaTokens.Token) throws(Unreadable) -> LuaSuffix.Kind? {
    if token.kind == .string { return .call(try arguments()) }
    guard token.kind == .symbol else { return nil }
    switch token.text {
    case ".":
      // `..` concatenates strings.
      if isSymbol(".", 1) { return nil }
      advance()
      return .field(try name())
    case "[":
      advance()
      let index = try expression()
      try expect(symbol: "]")
      return .index(index)
    case ":":
      // `::` begins a label.
      if isSymbol(":", 1) { return nil }
      advance()
      return .method(try name(), try arguments())
    case "(", "{": return .call(try arguments())
    default: return nil
    }
  }

  private mutating func arguments() throws(Unreadable) -> [LuaExpression] {
    guard let token = token() else { throw Unreadable() }
    let start = position
    if token.kind == .string {
      advance()
      return [made(.string(token.text), token.line, from: start)]
    }
    if isSymbol("{") {
      let fields = try fields()
      return [made(.table(fields), token.line, from: start)]
    }
    try expect(symbol: "(")
    if take(symbol: ")") { return [] }
    let list = try expressions()
    try expect(symbol: ")")
    return list
  }

  private mutating func fields() throws(Unreadable) -> [LuaField] {
    try expect(symbol: "{")
    var fields: [LuaField] = []
    while !take(symbol: "}") {
      let line = line
      let key: LuaField.Key
      if take(symbol: "[") {
        key = .expression(try expression())
        try expect(symbol: "]")
        try expect(symbol: "=")
      } else if token()?.kind == .name, isSymbol("=", 1), !isSymbol("=", 2) {
        key = .name(try name())
        try expect(symbol: "=")
      } else {
        key = .position
      }
      fields.append(LuaField(key: key, value: try expression(), line: line))
      if !take(symbol: ","), !take(symbol: ";"), !isSymbol("}") { throw Unreadable() }
    }
    return fields
  }
}
