struct TextStyle {
  let text: UnsafeBufferPointer<UInt8>
  /// The first line ending of the text; LF if it has none.
  let newLine: String
  /// One level of indentation, taken from the first indented line.
  let indentation: String
  /// Whether the file's encoding may only contain ASCII.
  let isASCII: Bool

  init(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool = false) {
    self.text = text
    self.isASCII = isASCII
    var newLine = "\n"
    // The beginning is sufficient.
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
  static func isBlankOrLineEnd(_ byte: UInt8) -> Bool { isBlank(byte) || isLineEnd(byte) }

  /// The blanks between the start of the line and an offset; nil if there are other characters.
  func indent(before offset: Int) -> String? {
    let start = blanksStart(before: offset)
    guard start == 0 || Self.isLineEnd(text[start - 1]) else { return nil }
    return String(decoding: text[start..<offset], as: UTF8.self)
  }

  /// The maximum length of a line to examine, in bytes; a longer one was not formatted by hand.
  private static let maximumLineLength = 4096

  /// The indentation of the line at an offset; empty if the line is too long.
  func indentOfLine(at offset: Int) -> String {
    var start = offset
    while start > 0, !Self.isLineEnd(text[start - 1]) {
      start -= 1
      if offset - start > Self.maximumLineLength { return "" }
    }
    return String(decoding: text[start..<offset].prefix(while: Self.isBlank), as: UTF8.self)
  }

  func blanksStart(before offset: Int) -> Int {
    var start = offset
    while start > 0, Self.isBlank(text[start - 1]) { start -= 1 }
    return start
  }

  func afterBlanks(_ offset: Int) -> Int {
    var end = offset
    while end < text.count, Self.isBlank(text[end]) { end += 1 }
    return end
  }

  /// The position after the blanks at an offset and the comments on the same line.
  func afterComments(_ offset: Int, from start: StaticString, to end: StaticString) -> Int {
    var at = afterBlanks(offset)
    while starts(with: start, at: at), let next = self.end(of: end, from: at + start.utf8CodeUnitCount),
      !text[at..<next].contains(where: Self.isLineEnd)
    {
      at = afterBlanks(next)
    }
    return at
  }

  func isLineEnd(at offset: Int) -> Bool { offset >= text.count || Self.isLineEnd(text[offset]) }

  /// Extends a range of text to be removed: to complete lines if nothing else is on them, otherwise to the blanks that would remain.
  func extendedToLines(_ piece: Range<Int>) -> Range<Int> {
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

  func end(of word: StaticString, from offset: Int) -> Int? {
    var at = offset
    while at + word.utf8CodeUnitCount <= text.count {
      if starts(with: word, at: at) { return at + word.utf8CodeUnitCount }
      at += 1
    }
    return nil
  }
}
