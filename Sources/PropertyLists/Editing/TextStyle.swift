/// How a text is laid out: what is added looks like the rest of it.
struct TextStyle {
  let text: UnsafeBufferPointer<UInt8>
  /// The first line ending of the text; LF where it has none.
  let newLine: String
  /// What one level of indentation is: that of the first line that has any.
  let indentation: String
  /// Whether the file's encoding holds nothing but ASCII for sure.
  let isASCII: Bool

  init(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool = false) {
    self.text = text
    self.isASCII = isASCII
    var newLine = "\n"
    // The beginning tells enough.
    let beginning = text[..<min(text.count, Self.beginning)]
    if let end = beginning.firstIndex(where: Self.isLineEnd), text[end] == 0x0D {
      newLine = end + 1 < text.count && text[end + 1] == 0x0A ? "\r\n" : "\r"
    }
    self.newLine = newLine
    var indentation = "\t"
    var at = 0
    while at < beginning.endIndex {
      let start = at
      while at < beginning.endIndex, Self.isBlank(text[at]) { at += 1 }
      if at > start, at < beginning.endIndex, !Self.isLineEnd(text[at]) {
        if text[start] == 0x20 { indentation = String(decoding: text[start..<at].prefix { $0 == 0x20 }, as: UTF8.self) }
        break
      }
      while at < beginning.endIndex, !Self.isLineEnd(text[at]) { at += 1 }
      at += 1
    }
    self.indentation = indentation
  }

  private static let beginning = 64 << 10

  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// What stands before an offset on its line, where that is nothing but blanks; nil where there is more.
  func indent(before offset: Int) -> String? {
    let start = blanksStart(before: offset)
    guard start == 0 || Self.isLineEnd(text[start - 1]) else { return nil }
    return String(decoding: text[start..<offset], as: UTF8.self)
  }

  /// Bytes of a line that are looked at; a longer one was not laid out by anybody.
  private static let longestLine = 4096

  /// The blanks that the line of an offset begins with; none of a line that is too long.
  func indentOfLine(at offset: Int) -> String {
    var start = offset
    while start > 0, !Self.isLineEnd(text[start - 1]) {
      start -= 1
      if offset - start > Self.longestLine { return "" }
    }
    return String(decoding: text[start..<offset].prefix(while: Self.isBlank), as: UTF8.self)
  }

  /// Where the blanks begin that end at an offset.
  func blanksStart(before offset: Int) -> Int {
    var start = offset
    while start > 0, Self.isBlank(text[start - 1]) { start -= 1 }
    return start
  }

  /// What is behind the blanks at an offset.
  func afterBlanks(_ offset: Int) -> Int {
    var end = offset
    while end < text.count, Self.isBlank(text[end]) { end += 1 }
    return end
  }

  func isLineEnd(at offset: Int) -> Bool { offset >= text.count || Self.isLineEnd(text[offset]) }

  /// What goes with a piece of text: all of its lines where nothing else is on them, else the blanks that would be left over.
  func withItsLines(_ piece: Range<Int>) -> Range<Int> {
    let start = blanksStart(before: piece.lowerBound)
    let end = afterBlanks(piece.upperBound)
    let isFirst = start == 0 || Self.isLineEnd(text[start - 1])
    if isFirst, end < text.count, Self.isLineEnd(text[end]) {
      let isPair = text[end] == 0x0D && end + 1 < text.count && text[end + 1] == 0x0A
      return start..<(end + (isPair ? 2 : 1))
    }
    if isFirst { return piece.lowerBound..<end }
    return isLineEnd(at: end) ? start..<end : piece.lowerBound..<end
  }

  func starts(with word: StaticString, at offset: Int) -> Bool {
    offset + word.utf8CodeUnitCount <= text.count
      && (0..<word.utf8CodeUnitCount).allSatisfy { text[offset + $0] == word.utf8Start[$0] }
  }

  /// The offset behind the next occurrence of a word; nil when there is none.
  func end(of word: StaticString, from offset: Int) -> Int? {
    var at = offset
    while at + word.utf8CodeUnitCount <= text.count {
      if starts(with: word, at: at) { return at + word.utf8CodeUnitCount }
      at += 1
    }
    return nil
  }
}
