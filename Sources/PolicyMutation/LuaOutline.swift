import PolicyEngine
import LuaSyntax

/// Where the rules and functions of a Lua source lie, by its words alone. The source has been compiled by Lua before.
struct LuaOutline {
  /// A function that lies in no other.
  struct Function {
    /// From the word `function` to its `end`.
    let range: Range<Int>
    /// What it is called: by a `function` statement, an assignment or a field; nil when it has no name.
    let name: String?
    let parameters: [String]
    /// Whether it is declared by a statement, and not the value of a field or variable.
    let isStatement: Bool
  }

  /// `rule "id" { … }`.
  struct RuleSpan {
    let line: Int
    /// From the word `rule` to the end of its table.
    let range: Range<Int>
  }

  let tokens: [LuaTokens.Token]
  private(set) var functions: [Function] = []
  private(set) var rules: [RuleSpan] = []
  /// The position of the bracket that closes one, and of the one that it closes.
  private var partners: [Int: Int] = [:]
  private var openings: [Int: Int] = [:]

  init(_ source: [UInt8]) {
    tokens = LuaTokens(source).tokens
    pair()
    findFunctions()
    findRules()
  }

  /// The position of the closing bracket of the one at `position`; nil when it is none.
  func end(ofBracket position: Int) -> Int? { partners[position] }

  func isSymbol(_ position: Int, _ text: String) -> Bool {
    tokens.indices.contains(position) && tokens[position].kind == .symbol && tokens[position].text == text
  }

  func isWord(_ position: Int, _ text: String) -> Bool {
    tokens.indices.contains(position) && tokens[position].kind == .name && tokens[position].text == text
  }

  /// The operator that begins here, of one to three characters.
  func symbol(at position: Int) -> (text: String, count: Int)? {
    guard tokens.indices.contains(position), tokens[position].kind == .symbol else { return nil }
    var text = tokens[position].text
    var next = position + 1
    while text.count < 3, next < tokens.count, tokens[next].kind == .symbol,
      tokens[next].range.lowerBound == tokens[next - 1].range.upperBound,
      Self.compounds.contains(text + tokens[next].text)
    {
      text += tokens[next].text
      next += 1
    }
    return (text, next - position)
  }

  /// Where a value of names, calls and indices begins that ends here: `a.b(c)` whole.
  func operandStart(endingAt position: Int) -> Int {
    var start = openings[position] ?? position
    while start > 0 {
      if tokens[start].kind == .name, isSymbol(start - 1, ".") || isSymbol(start - 1, ":"), start > 1 {
        start = openings[start - 2] ?? (start - 2)
      } else if tokens[start].kind == .symbol, tokens[start].text != "{", tokens[start - 1].kind == .name,
        partners[start] != nil, !Self.keywords.contains(tokens[start - 1].text)
      {
        start -= 1
      } else {
        break
      }
    }
    return isSymbol(start - 1, "#") ? start - 1 : start
  }

  /// Where one ends that begins here.
  func operandEnd(startingAt position: Int) -> Int {
    var end = partners[position] ?? position
    if isSymbol(end, "#") || isSymbol(end, "-") || isWord(end, "not") { end = min(end + 1, tokens.count - 1) }
    while end + 2 < tokens.count {
      if isSymbol(end + 1, ".") || isSymbol(end + 1, ":"), tokens[end + 2].kind == .name {
        end += 2
      } else if isSymbol(end + 1, "(") || isSymbol(end + 1, "["), tokens[end].kind != .number,
        let close = partners[end + 1]
      {
        end = close
      } else {
        break
      }
    }
    return end
  }

  private static let keywords: Set<String> = [
    "and", "or", "not", "return", "if", "elseif", "while", "until", "in", "then", "do", "else", "repeat", "function",
  ]

  private static let compounds: Set<String> = ["==", "~=", "<=", ">=", "<<", ">>", "//", "..", "...", "::"]

  private mutating func pair() {
    var open: [Int] = []
    for position in tokens.indices where tokens[position].kind == .symbol {
      switch tokens[position].text {
      case "(", "{", "[": open.append(position)
      case ")", "}", "]":
        if let start = open.popLast() {
          partners[start] = position
          openings[position] = start
        }
      default: break
      }
    }
  }

  private mutating func findFunctions() {
    var position = 0
    while position < tokens.count {
      guard isWord(position, "function") else {
        position += 1
        continue
      }
      let end = self.end(ofFunction: position)
      functions.append(function(from: position, to: end))
      position = end
    }
  }

  /// The position after the `end` of the function whose first word stands at `start`.
  private func end(ofFunction start: Int) -> Int {
    var depth = 0
    for position in start..<tokens.count where tokens[position].kind == .name {
      switch tokens[position].text {
      case "function", "if", "do", "repeat": depth += 1
      case "end", "until":
        depth -= 1
        if depth == 0 { return position + 1 }
      default: break
      }
    }
    return tokens.count
  }

  private func function(from start: Int, to end: Int) -> Function {
    var name: String?
    var position = start + 1
    while position < end, !isSymbol(position, "(") {
      if tokens[position].kind == .name { name = tokens[position].text }
      position += 1
    }
    let isStatement = name != nil
    if name == nil, isSymbol(start - 1, "="), start >= 2, tokens[start - 2].kind == .name {
      name = tokens[start - 2].text
    }
    let close = partners[position] ?? position
    let parameters = tokens[position..<max(position, close)].filter { $0.kind == .name }.map(\.text)
    return Function(range: start..<end, name: name, parameters: parameters, isStatement: isStatement)
  }

  private mutating func findRules() {
    for position in tokens.indices where isWord(position, "rule") {
      if isSymbol(position - 1, ".") || isSymbol(position - 1, ":") { continue }
      var next = position + 1
      if isSymbol(next, "(") {
        next = (partners[next] ?? next) + 1
      } else if tokens.indices.contains(next), tokens[next].kind == .string {
        next += 1
      } else {
        continue
      }
      // The table may stand in parentheses, or be a variable.
      let end = partners[next] ?? next
      rules.append(RuleSpan(line: tokens[position].line, range: position..<min(end + 1, tokens.count)))
    }
  }
}
