import Testing
@testable import Presentation

/// Widths in a terminal, and texts that are made to fit.
@Suite struct ColumnTextTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("\u{1F600}", 2), ("\u{202E}", 8), ("\n", 2), ("\0", 5),
    ("a\u{200B}b", 2), ("…", 1),
  ])
  func width(_ text: String, _ columns: Int) {
    #expect(ColumnText.width(text) == columns)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abc…fg"), ("abcdefg", 5, "ab…fg"), ("abc", 1, "…"), ("", 0, ""),
    ("漢字漢字", 5, "漢…字"), ("a\nb", 4, "a\\nb"), ("abcdef", .max, "abcdef"),
  ])
  func shortened(_ text: String, _ limit: Int, _ expected: String) {
    #expect(ColumnText.shortened(text, to: limit) == expected)
  }

  @Test func marksTakeNoColumnButRoom() {
    let text = ColumnText.shortened("a" + String(repeating: "\u{301}", count: 100_000), to: 10)
    #expect(text.unicodeScalars.count <= 41 && text.contains("…"))
  }

  @Test func padded() {
    #expect(ColumnText.padded("ab", to: 4) == "ab  " && ColumnText.padded("ab", to: 4, isRight: true) == "  ab")
    #expect(ColumnText.padded("abcde", to: 3) == "a…e" && ColumnText.padded("漢", to: 3) == "漢 ")
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000"), (-100, "-100"),
  ])
  func counts(_ number: Int, _ text: String) {
    #expect(GroupedCount.text(number) == text)
  }
}
