import Testing
@testable import LedgerViews

/// The marked moments of an axis.
@Suite struct TimeAxisTests {
  private static let day: Int64 = 86_400_000
  /// 2026-01-02T03:04:05.678Z.
  private static let start: Int64 = 1_767_323_045_678

  private static func labels(_ span: Int64, from start: Int64 = start, length: Double = 500) -> [String] {
    TimeAxis(first: start, last: start + span).ticks(length: length, characterWidth: 7, gap: 20).map(\.label)
  }

  @Test(
    arguments: [
      (0, ["2026-01-02 03:04:05"]), (100, ["2026-01-02 03:04:05"]),
      (4000, ["2026-01-02 03:04:06", "2026-01-02 03:04:08"]),
      (600_000, ["2026-01-02 03:05", "2026-01-02 03:10"]), (day / 2, ["2026-01-02 06:00", "2026-01-02 12:00"]),
      (4 * day, ["2026-01-03", "2026-01-04", "2026-01-05", "2026-01-06"]),
      // Mondays.
      (30 * day, ["2026-01-05", "2026-01-12", "2026-01-19", "2026-01-26"]),
      (180 * day, ["2026-02", "2026-03", "2026-04", "2026-05", "2026-06", "2026-07"].filter { $0 < "2026-07" }),
      (1500 * day, ["2027", "2028", "2029", "2030"]),
      (100_000 * day, ["2100", "2200"]),
    ] as [(Int64, [String])])
  func labels(_ span: Int64, _ labels: [String]) {
    let found = Self.labels(span)
    #expect(!found.isEmpty && Set(found).count == found.count)
    #expect(labels.allSatisfy(found.contains), "\(found)")
  }

  @Test func monthsBeginWhereTheyDo() {
    let axis = TimeAxis(first: Self.start, last: Self.start + 400 * Self.day)
    for tick in axis.ticks(length: 2000, characterWidth: 7, gap: 20) {
      let time = Int64((Double(axis.last - axis.first) * tick.position).rounded()) + axis.first
      #expect(BuildTime(milliseconds: time).text == tick.label + "-01T00:00:00.000Z")
    }
    let leap = TimeAxis(first: 1_709_000_000_000, last: 1_709_000_000_000 + 60 * Self.day)
    #expect(leap.ticks(length: 300, characterWidth: 7, gap: 20).map(\.label) == ["2024-03", "2024-04"])
  }

  @Test(arguments: [100.0, 250, 500, 850])
  func labelsDoNotTouch(_ length: Double) {
    var span: Int64 = 1
    while span < 400_000 * Self.day {
      for start in [Self.start, -Self.start, 0] {
        let ticks = TimeAxis(first: start, last: start + span).ticks(length: length, characterWidth: 7, gap: 20)
        #expect(!ticks.isEmpty && ticks.allSatisfy { (0...1).contains($0.position) })
        for (next, tick) in zip(ticks.dropFirst(), ticks) {
          #expect((next.position - tick.position) * length >= Double(tick.label.count) * 7, "\(span): \(ticks)")
        }
      }
      span = span * 3 / 2 + 1
    }
  }

  @Test(arguments: [(Int64.min, Int64.max), (.min, .min), (.max, .max), (0, .max), (.min, 0)])
  func anyTimesHaveAnAxis(_ first: Int64, _ last: Int64) {
    let axis = TimeAxis(first: first, last: last)
    #expect(axis.ticks(length: 800, characterWidth: 7, gap: 20).count == 1)
    #expect((0...1).contains(axis.position(of: last)) && axis.position(of: first) <= 0.5)
  }
}
