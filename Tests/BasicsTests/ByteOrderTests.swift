import Basics
import Testing

@Suite("Texts by their bytes") struct ByteOrderTests {
  /// Include strings that Swift considers equal, and strings that differ only after eight bytes.
  private static let texts = [
    "", "a", "a\0", "a\0b", "A", "b", "é", "e\u{301}", "\u{FFFD}", "😀", "Localizable.strings",
    "Localizable.stringsdict",
    "Localizable", "Localiza", "Localizab", "Localiza\u{301}", "~", "a/b", "a-b", "a.b", "12345678", "123456789",
    "1234567", "12345678\0",
  ]

  @Test func sorting() {
    let expected = Self.texts.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    for shift in Self.texts.indices {
      let shifted = Array(Self.texts[shift...] + Self.texts[..<shift])
      #expect(shifted.sortedByBytes().map { Array($0.utf8) } == expected.map { Array($0.utf8) })
      #expect(shifted.orderByBytes.map { Array(shifted[$0].utf8) } == expected.map { Array($0.utf8) })
    }
    #expect([String]().orderByBytes == [] && ["x"].orderByBytes == [0])
  }

  @Test func comparing() {
    for left in Self.texts {
      for right in Self.texts {
        let (one, two) = (Array(left.utf8), Array(right.utf8))
        #expect(left.precedesInBytes(right) == one.lexicographicallyPrecedes(two), "\(left) \(right)")
        #expect(left.hasSameBytes(as: right) == (one == two), "\(left) \(right)")
      }
    }
  }
}
