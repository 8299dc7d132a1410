import Basics
import StructuredText

/// A place in a document of the protocol: the line, from 0, and the offset in it in UTF-16 units.
package struct TextPosition: Hashable, Sendable {
  package var line: Int
  package var character: Int

  package init(line: Int, character: Int) { (self.line, self.character) = (line, character) }

  init?(_ value: StructuredValue?) {
    guard let line = value?["line"]?.count, let character = value?["character"]?.count else { return nil }
    self.init(line: line, character: character)
  }

  var value: StructuredValue { .object(["line": .number(line), "character": .number(character)]) }

  /// An empty range there.
  var range: StructuredValue { .object(["start": value, "end": value]) }
}

/// The text of a document as UTF-8, with its lines, which end at LF, CR LF or a lone CR.
package struct TextDocument: Sendable {
  package private(set) var bytes: [UInt8]
  private var starts: [Int] = []

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    findLines()
  }

  private mutating func findLines() {
    starts = [0]
    for (position, byte) in bytes.enumerated() {
      if byte == 0x0A || byte == 0x0D && !(position + 1 < bytes.count && bytes[position + 1] == 0x0A) {
        starts.append(position + 1)
      }
    }
  }

  package var lineCount: Int { starts.count }

  /// The bytes of a line, from 0, without its end; empty for lines beyond the last.
  package func line(_ line: Int) -> Range<Int> {
    guard starts.indices.contains(line) else { return bytes.count..<bytes.count }
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    while end > starts[line], line + 1 < starts.count, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return starts[line]..<end
  }

  /// The line of a byte, from 0.
  package func line(of offset: Int) -> Int { max(0, starts.partitionPoint { $0 > offset } - 1) }

  /// The byte at a position. One beyond the end of its line means the end, one inside a character its start.
  package func offset(of position: TextPosition) -> Int {
    let line = line(position.line)
    var (offset, units) = (line.lowerBound, 0)
    while offset < line.upperBound {
      let size = Self.size(bytes[offset])
      units += size == 4 ? 2 : 1
      if units > position.character { break }
      offset += size
    }
    return min(offset, line.upperBound)
  }

  package func position(of offset: Int) -> TextPosition {
    let line = line(of: offset)
    var (at, units) = (starts[line], 0)
    while at < min(offset, bytes.count) {
      let size = Self.size(bytes[at])
      units += size == 4 ? 2 : 1
      at += size
    }
    return TextPosition(line: line, character: units)
  }

  /// The byte at a line and column as diagnostics count them: from 1, in Unicode scalars.
  func offset(line: Int, column: Int) -> Int {
    let range = self.line(line - 1)
    var offset = range.lowerBound
    for _ in 1..<max(1, column) where offset < range.upperBound { offset += Self.size(bytes[offset]) }
    return min(offset, range.upperBound)
  }

  package mutating func replace(_ start: TextPosition, _ end: TextPosition, with text: String) {
    let (first, last) = (offset(of: start), offset(of: end))
    bytes.replaceSubrange(min(first, last)..<max(first, last), with: Array(text.utf8))
    findLines()
  }

  func value(of range: Range<Int>) -> StructuredValue {
    .object(["start": position(of: range.lowerBound).value, "end": position(of: range.upperBound).value])
  }

  private static func size(_ byte: UInt8) -> Int { byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4 }
}
