import BuildRecords
import Measures
import Testing

@Suite struct BudgetTests {
  @Test(arguments: [
    ("80 MB", 80_000_000), ("80MB", 80_000_000), ("1.5 GiB", 1_610_612_736), ("0.001 KB", 1), ("1 KiB", 1024),
    ("40", 40),
    ("2 GB", 2_000_000_000), ("0 KB", 0), ("12.345 MB", 12_345_000), ("0.0 KB", 0), ("3 MiB", 3_145_728),
  ])
  func amounts(text: String, bytes: Int) {
    #expect(Budget.Amount(text)?.value == Int64(bytes))
    #expect(Budget.Amount(text)?.text == text)
  }

  @Test(arguments: [
    "", " ", "MB", "80 mb", "80 Mb", "80  MB", "80 MB ", " 80 MB", "1.5", "1.", ".5 MB", "-1 MB", "1e3", "1,5 MB",
    "80 TB", "80 %",
    "1.2345 MB", "1.2.3 MB", "٣ MB", "9999999999999 B", "999999999999 GB", "1 MB MB", "0x10",
  ])
  func malformedAmounts(text: String) { #expect(Budget.Amount(text) == nil) }

  @Test(arguments: [
    ("2 %", 80_000_000, 81_600_000), ("2%", 100, 102), ("0.5 %", 1_000, 1_005), ("0 %", 7, 7), ("2 %", 49, 49),
    ("2 %", 50, 51),
    ("2 %", 0, 0), ("1 KB", 5, 1_005), ("3", 5, 8), ("150 %", 10, 25),
  ])
  func growth(text: String, earlier: Int, limit: Int) throws {
    #expect(try #require(Budget.Growth(text)).limit(after: Int64(earlier)) == Int64(limit))
  }

  /// Nothing overflows, even if an archive states impossible sizes.
  @Test func extremeValues() throws {
    #expect(try #require(Budget.Growth("2 %")).limit(after: .max) == .max)
    #expect(try #require(Budget.Growth("999999999999 %")).limit(after: 1 << 60) == .max)
    #expect(try #require(Budget.Growth("5 GB")).limit(after: .max) == .max)
    #expect(Budget.Growth("%") == nil && Budget.Growth("2 % ") == nil && Budget.Growth("x %") == nil)
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1 KB"), (1_999, "1.9 KB"), (83_123_456, "83.1 MB"),
    (80_000_000, "80 MB"), (999_999, "999.9 KB"), (2_500_000_000, "2.5 GB"),
  ])
  func sizes(value: Int, text: String) { #expect(MeasureText.text(Int64(value), of: "install-size") == text) }

  @Test func otherTexts() {
    #expect(MeasureText.text(1_234_567, of: "localizations") == "1,234,567")
    #expect(MeasureText.exactText(83_123_456, of: "code-size") == "83.1 MB (83,123,456 bytes)")
    #expect(MeasureText.exactText(12, of: "own") == "12")
    #expect(MeasureText.change(from: 100, to: 100, of: "own") == "unchanged")
    #expect(MeasureText.change(from: 1_000, to: 1_042, of: "own-size") == "+42 bytes, +4.2 %")
    #expect(MeasureText.change(from: 1_000_000, to: 999_000, of: "own-size") == "-1 KB, -0.10 %")
    #expect(MeasureText.change(from: 0, to: 3, of: "own") == "+3")
  }
}
