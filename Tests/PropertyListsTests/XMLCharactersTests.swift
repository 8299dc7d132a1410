import Basics
import Testing

@testable import PropertyLists

@Suite("Characters that XML forbids") struct XMLCharactersTests {
  /// Returns the copy of the text that is given to libxml2; nil if it is given the text itself.
  private static func written(over text: [UInt8]) -> [UInt8]? {
    text.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress, let copy = XMLCharacters.copyWithoutForbidden(start, text.count) else {
        return nil
      }
      defer { free(copy) }
      return Array(UnsafeBufferPointer(start: copy, count: text.count))
    }
  }

  /// Computes the same copy byte by byte.
  private static func expected(_ text: [UInt8]) -> [UInt8]? {
    var copy = text
    for at in text.indices {
      if text[at] < 0x20, ![0x09, 0x0A, 0x0D].contains(text[at]) { copy[at] = UInt8(ascii: "Q") }
      if text[at...].starts(with: [0xEF, 0xBF, 0xBE]) || text[at...].starts(with: [0xEF, 0xBF, 0xBF]) {
        for byte in at..<(at + 3) { copy[byte] = UInt8(ascii: "Q") }
      }
    }
    return copy == text ? nil : copy
  }

  /// Tries each byte at each position of the block that one step checks, surrounded by allowed bytes.
  @Test func eachByteAtEachPlace() {
    for around: UInt8 in [0x09, 0x0A, 0x0D, 0x20, 0x7F, 0x80, 0xFF, 0x41] {
      for byte: UInt8 in 0...0xFF {
        for place in 0..<17 {
          var text = [UInt8](repeating: around, count: 17)
          text[place] = byte
          #expect(Self.written(over: text) == Self.expected(text), "\(byte) at \(place) in \(around)")
        }
      }
    }
  }

  /// Combines characters that start with the same bytes.
  @Test func mixtures() {
    let pieces: [[UInt8]] = [
      [0x09], [0x0A], [0x0D], [0x0B], [0x1F], [0x00], [0x20], [0x3C], [0x41], [0x7F], [0xC3, 0xA9],
      [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF], [0xEF, 0xBF, 0xBD], [0xEF, 0xBC, 0x81], [0xF0, 0x9F, 0x98, 0x80],
    ]
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 1...20)).flatMap { _ in pieces.randomElement() ?? [] }
      #expect(Self.written(over: text) == Self.expected(text), "\(text)")
    }
  }
}
