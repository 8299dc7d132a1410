import BuildRecords
import ReleaseLedger
import Testing
@testable import LedgerViews

/// Milliseconds as the calendar shows them.
@Suite struct BuildTimeTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"), (999, "1970-01-01T00:00:00.999Z"),
    (978_307_200_000, "2001-01-01T00:00:00.000Z"), (1_709_164_800_001, "2024-02-29T00:00:00.001Z"),
    (RecordedBuild.sampleTime, "2026-01-02T03:04:05.678Z"), (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
  ])
  func text(_ milliseconds: Int64, _ text: String) {
    #expect(BuildTime(milliseconds: milliseconds).text == text)
  }

  @Test func parts() {
    let time = BuildTime(milliseconds: RecordedBuild.sampleTime)
    #expect(time.day == "2026-01-02" && time.dayAndTime == "2026-01-02 03:04:05")
    #expect(time.dayAndMinute == "2026-01-02 03:04" && time.month == "2026-01" && time.year == "2026")
    #expect(time.monthIndex == 2026 * 12)
  }

  @Test(arguments: [Int64.min, .max])
  func anyTimeHasAText(_ milliseconds: Int64) {
    let time = BuildTime(milliseconds: milliseconds)
    #expect(time.text.hasSuffix("Z") && time.day.count > 10 && !time.year.isEmpty)
  }
}
