import Basics
import Testing

/// Substring search by bytes.
@Suite struct TextSearchTests {
  @Test(arguments: [
    ("", "", true), ("a", "", true), ("", "a", false), ("a", "a", true), ("a", "ab", false), ("abc", "c", true),
    ("abc", "bc", true), ("ababac", "abac", true), ("a\r\nb", "\n", true), ("a\r\nb", "\r", true),
    ("a\r\nb", "\nb", true),
    ("e\u{301}", "e", true), ("\u{E9}", "e\u{301}", false), ("é", "é", true), ("a\0b", "\0b", true),
    ("\u{1F600}", "\u{1F601}", false),
  ])
  func contents(_ text: String, _ other: String, _ isThere: Bool) {
    #expect(text.contains(other) == isThere)
    #expect(("x" + text + "x").dropFirst().dropLast().contains(other[...]) == isThere, "in a substring")
    #expect((text.firstRange(of: other) != nil) == isThere)
    #expect((text.lastRange(of: other) != nil) == isThere)
  }

  @Test func places() throws {
    let text = "ää://b://c"
    let (first, last) = (try #require(text.firstRange(of: "://")), try #require(text.lastRange(of: "://")))
    #expect(text[..<first.lowerBound] == "ää" && text[first.upperBound...] == "b://c")
    #expect(text[..<last.lowerBound] == "ää://b" && text[last.upperBound...] == "c")
    let part = text[first.upperBound...]
    let place = try #require(part.firstRange(of: "://"))
    #expect(place == last && part[place.upperBound...] == "c")
    #expect("aaa".lastRange(of: "aa")?.lowerBound == "aaa".startIndex, "places do not overlap")
    #expect(text.firstRange(of: "") == text.startIndex..<text.startIndex)
  }

  @Test(arguments: [
    ("", ["": ""], [""]), ("a", ["b": "x"], ["a"]), ("b", ["b": "x"], ["", ""]), ("abab", ["b": "cc"], ["a", "a", ""]),
    ("aaa", ["aa": "b"], ["", "a"]), ("a\r\nb", ["\n": "|"], ["a\r", "b"]), ("aé", ["": "x"], ["aé"]),
  ])
  func parts(_ text: String, _ change: [String: String], _ parts: [String]) throws {
    let (other, replacement) = try #require(change.first)
    // "\r\n" is one character, but two bytes.
    #expect(text.parts(separatedBy: other).map { Array($0.utf8) } == parts.map { Array($0.utf8) })
    #expect(Array(text.replacing(other, with: replacement).utf8) == Array(parts.joined(separator: replacement).utf8))
  }

  @Test func bytes() {
    #expect(
      "aé".contains(byte: 0x61) && "aé".contains(byte: 0xA9) && !"aé".contains(byte: 0xE9) && !"".contains(byte: 0))
    #expect("a\0b".dropFirst().contains(byte: 0) && !"a\0b".prefix(1).contains(byte: 0))
  }

  /// Every byte at every place, before and after an unusual one.
  @Test func unusualBytes() {
    let unusual = UnusualBytes("\"[")
    for place in 0..<20 {
      for byte in UInt8.min...UInt8.max {
        var text = [UInt8](repeating: 0x20, count: 20)
        text[place] = byte
        let isUnusual = byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5B
        text.withUnsafeBufferPointer { text in
          #expect(unusual.first(in: text, from: 0) == (isUnusual ? place : 20), "\(byte) at \(place)")
          #expect(unusual.first(in: text, from: min(place + 1, 20)) == 20)
        }
      }
    }
    [0x0A, 0x41, 0x42, 0x0A].withUnsafeBufferPointer { #expect(unusual.first(in: $0, from: 1) == 3) }
  }

  @Test func fewParts() {
    #expect("a; b; c".parts(separatedBy: "; ", limit: 2) == ["a", "b; c"])
    #expect("a; b".parts(separatedBy: "; ", limit: 1) == ["a; b"])
  }
}
