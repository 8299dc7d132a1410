extension PropertyList {
  package var sourceSize: Int { textCount }

  /// The source text, in UTF-8 even if the file has another encoding; for a binary list, the file. Parsing it gives an equal list.
  package var source: [UInt8] { Array(UnsafeBufferPointer(start: text, count: textCount)) }

  /// Calls `body` with lines of the source text, in UTF-8, without line endings and byte order mark. Lines are counted like in `Place`;
  /// missing lines are skipped. A binary list has no lines.
  ///
  /// Takes one pass over the text, up to the last requested line.
  /// - Parameters:
  ///   - numbers: line numbers from 1, ascending.
  ///   - body: called with a line's number and bytes, which are valid during the call.
  package func forSourceLines(_ numbers: some Sequence<Int>, _ body: (Int, UnsafeBufferPointer<UInt8>) -> Void) {
    guard format != .binary else { return }
    let text = UnsafeBufferPointer(start: text, count: textCount)
    var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var (line, isAtEnd) = (1, false)
    for number in numbers where number >= line && !isAtEnd {
      var end = start
      while true {
        end = start
        while end < textCount, text[end] != UInt8(ascii: "\n"), text[end] != UInt8(ascii: "\r") { end += 1 }
        if line == number { break }
        guard end < textCount else {
          isAtEnd = true
          break
        }
        start = Self.afterLineEnd(end, text)
        line += 1
      }
      if isAtEnd { return }
      body(number, UnsafeBufferPointer(rebasing: text[start..<end]))
      guard end < textCount else { return }
      start = Self.afterLineEnd(end, text)
      line += 1
    }
  }

  private static func afterLineEnd(_ end: Int, _ text: UnsafeBufferPointer<UInt8>) -> Int {
    let isPair = text[end] == UInt8(ascii: "\r") && end + 1 < text.count && text[end + 1] == UInt8(ascii: "\n")
    return end + (isPair ? 2 : 1)
  }

  /// The value at an RFC 6901 pointer, or nil. Positions denote elements of arrays and sets.
  package func value(at pointer: String) -> Node? { JSONPointer.tokens(pointer).flatMap(node(at:)) }

  /// The deepest existing container on the path of a pointer, and the first token that does not exist in it.
  package func end(of pointer: String) -> (container: Node, token: String)? {
    guard let tokens = JSONPointer.tokens(pointer) else { return nil }
    var node = root
    for token in tokens {
      guard let next = child(of: node, token) else { return (node, token) }
      node = next
    }
    return nil
  }
}
