/// The tokens of a Lua 5.4 source (Reference Manual, §3.1), and its comments. The source has been compiled by Lua before, so errors are not
/// reported here.
package struct LuaTokens {
  package struct Token: Hashable {
    package enum Kind: Hashable {
      case name, string, number, symbol
    }

    package let kind: Kind
    /// A name, a symbol of one character, a number as written, or the contents of a string as written, including escapes.
    package let text: String
    package let line: Int
    /// The bytes in the source, including quotes.
    package let range: Range<Int>
    package let offset: Int

    /// 1 for an opening bracket, -1 for a closing one, and 0 for other tokens.
    package var nesting: Int {
      kind != .symbol ? 0 : "({[".contains(text) ? 1 : ")}]".contains(text) ? -1 : 0
    }
  }

  /// A comment, without its dashes and brackets.
  package struct Comment: Hashable {
    package let text: String
    package let line: Int
  }

  package private(set) var tokens: [Token] = []
  package private(set) var comments: [Comment] = []
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1

  package init(_ source: [UInt8]) {
    bytes = source
    while at < bytes.count { step() }
  }

  private mutating func step() {
    let byte = bytes[at]
    switch byte {
    case UInt8(ascii: "\n"):
      line += 1
      at += 1
    case 0x09...0x0D, 0x20: at += 1
    case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"): comment()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): quoted(byte)
    case UInt8(ascii: "[") where longBracket() != nil: long(as: .string)
    case _ where Self.isNameStart(byte):
      add(.name, at..<(bytes[at...].firstIndex { !Self.isNameStart($0) && !Self.isDigit($0) } ?? bytes.count), line)
    case _ where Self.isDigit(byte): number()
    // In `a...5` the point belongs to the operator.
    case UInt8(ascii: ".") where peek(1).map(Self.isDigit) == true && (at == 0 || bytes[at - 1] != byte): number()
    default: add(.symbol, at..<(at + 1), line)
    }
  }

  private mutating func comment() {
    at += 2
    if peek(0) == UInt8(ascii: "["), longBracket() != nil { return long(as: nil) }
    let start = at
    at = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    comments.append(Comment(text: String(decoding: bytes[start..<at], as: UTF8.self), line: line))
  }

  private mutating func quoted(_ quote: UInt8) {
    let start = at + 1
    let begin = line
    at = start
    while at < bytes.count, bytes[at] != quote {
      if bytes[at] == UInt8(ascii: "\\") { at += 1 }
      if at < bytes.count, bytes[at] == UInt8(ascii: "\n") { line += 1 }
      at += 1
    }
    let end = min(at, bytes.count)
    add(.string, min(start, end)..<end, begin, whole: (start - 1)..<min(end + 1, bytes.count))
    at = end + 1
  }

  /// The number of `=` in a long bracket that opens here.
  private func longBracket() -> Int? {
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    return peek(1 + level) == UInt8(ascii: "[") ? level : nil
  }

  private mutating func long(as kind: Token.Kind?) {
    let level = longBracket() ?? 0
    let begin = line
    let open = at
    let start = at + level + 2
    let close = [UInt8(ascii: "]")] + [UInt8](repeating: UInt8(ascii: "="), count: level) + [UInt8(ascii: "]")]
    var end = start
    while end < bytes.count, !bytes[end...].starts(with: close) {
      if bytes[end] == UInt8(ascii: "\n") { line += 1 }
      end += 1
    }
    end = min(end, bytes.count)
    if let kind {
      add(kind, min(start, end)..<end, begin, whole: open..<min(end + close.count, bytes.count))
    } else {
      comments.append(Comment(text: String(decoding: bytes[min(start, end)..<end], as: UTF8.self), line: begin))
    }
    at = end + close.count
  }

  /// Reads digits, and a sign after the `e` or `p` of an exponent.
  private mutating func number() {
    let isHexadecimal = bytes[at] == UInt8(ascii: "0") && peek(1).map { $0 | 0x20 } == UInt8(ascii: "x")
    let exponent = UInt8(ascii: isHexadecimal ? "p" : "e")
    var end = at
    while end < bytes.count {
      let byte = bytes[end]
      let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      guard
        Self.isNameStart(byte) || Self.isDigit(byte) || byte == UInt8(ascii: ".")
          || (isSign && end > at && bytes[end - 1] | 0x20 == exponent)
      else { break }
      end += 1
    }
    add(.number, at..<end, line)
  }

  private mutating func add(_ kind: Token.Kind, _ range: Range<Int>, _ line: Int, whole: Range<Int>? = nil) {
    tokens.append(
      Token(
        kind: kind, text: String(decoding: bytes[range], as: UTF8.self), line: line, range: whole ?? range,
        offset: range.lowerBound))
    at = range.upperBound
  }

  private func peek(_ ahead: Int) -> UInt8? { at + ahead < bytes.count ? bytes[at + ahead] : nil }

  static func isNameStart(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension [LuaTokens.Token] {
  /// Whether there is a token of this kind, and with this text if one is given, at a position.
  package func has(_ kind: LuaTokens.Token.Kind, _ text: String? = nil, at position: Int) -> Bool {
    indices.contains(position) && self[position].kind == kind && (text == nil || self[position].text == text)
  }
}

extension LuaTokens {
  /// The token that a message about a line means: the first of its words that occurs on the line, or in the brackets that open there.
  package func first(of words: [String], inStatementAt line: Int) -> Token? {
    let first = tokens.firstIndex { $0.line >= line } ?? tokens.count
    let onLine = tokens[first...].prefix { $0.line == line }
    let statement = tokens[first..<end(ofStatementAt: first)]
    for word in words where !word.isEmpty {
      for part in [onLine, statement] {
        if let token = part.first(where: { $0.kind != .symbol && $0.text == word }) { return token }
        if word.utf8.count > 3, let token = part.first(where: { $0.kind == .string && $0.text.contains(word) }) {
          return token
        }
      }
    }
    return nil
  }

  /// The position after the brackets that open on the line of a token.
  private func end(ofStatementAt first: Int) -> Int {
    guard first < tokens.count else { return first }
    var level = 0
    for position in first..<tokens.count {
      if level <= 0, tokens[position].line > tokens[first].line { return position }
      level += tokens[position].nesting
    }
    return tokens.count
  }
}
