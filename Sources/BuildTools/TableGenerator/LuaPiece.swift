/// A piece of a Lua source. The concatenation of all pieces is the source.
struct LuaPiece {
  enum Kind { case space, comment, string, name, symbol }

  let kind: Kind
  let text: Substring.UTF8View
  let line: Int

  var string: String { String(Substring(text)) }
  var newlines: Int { text.count { $0 == UInt8(ascii: "\n") } }
  var isMeaningful: Bool { kind != .space && kind != .comment }
}

extension TableSource {
  func pieces() throws(Mistake) -> [LuaPiece] {
    var pieces: [LuaPiece] = []
    var rest = text[...].utf8
    var line = 1
    while let first = rest.first {
      let kind: LuaPiece.Kind
      let length: Int?
      if Self.isSpace(first) {
        (kind, length) = (.space, rest.prefix(while: Self.isSpace).count)
      } else if rest.starts(with: "--".utf8) {
        let comment = rest.dropFirst(2)
        kind = .comment
        length = Self.longBracket(comment).map { $0.map { $0 + 2 } } ?? rest.prefix { $0 != UInt8(ascii: "\n") }.count
      } else if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
        (kind, length) = (.string, Self.quoted(rest, first))
      } else if let bracket = Self.longBracket(rest) {
        (kind, length) = (.string, bracket)
      } else if Self.isNamePart(first), !(0x30...0x39 ~= first) {
        (kind, length) = (.name, rest.prefix(while: Self.isNamePart).count)
      } else {
        (kind, length) = (.symbol, 1)
      }
      guard let length else { throw Mistake(path, line, "the \(kind) that begins here has no end") }
      let piece = LuaPiece(kind: kind, text: rest.prefix(length), line: line)
      pieces.append(piece)
      line += piece.newlines
      rest = rest.dropFirst(length)
    }
    return pieces
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "_")
  }

  private static func quoted(_ text: Substring.UTF8View, _ quote: UInt8) -> Int? {
    var isEscaped = false
    for (offset, byte) in text.dropFirst().enumerated() {
      if !isEscaped, byte == quote { return offset + 2 }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return nil
  }

  /// The length of the content of long brackets; nil if the text does not begin with any, an inner nil if they are not closed.
  private static func longBracket(_ text: Substring.UTF8View) -> Int?? {
    let level = text.dropFirst().prefix { $0 == UInt8(ascii: "=") }.count
    let open = "[" + String(repeating: "=", count: level) + "["
    guard text.starts(with: open.utf8) else { return nil }
    let close = open.replacing("[", with: "]").utf8
    var rest = text.dropFirst(open.utf8.count)
    while let end = rest.firstIndex(of: UInt8(ascii: "]")) {
      rest = rest[end...]
      if rest.starts(with: close) { return .some(text.count - rest.count + close.count) }
      rest = rest.dropFirst()
    }
    return .some(nil)
  }
}
