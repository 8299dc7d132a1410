import Basics
import Testing

@Suite struct CalendarDateTests {
  @Test(arguments: [
    ("2026-01-31", true), ("2024-02-29", true), ("2000-02-29", true), ("0001-01-01", true), ("2026-02-29", false),
    ("1900-02-29", false), ("2026-04-31", false), ("2026-13-01", false), ("2026-00-10", false), ("2026-01-00", false),
    ("2026-1-1", false), ("26-01-01", false), ("2026/01/01", false), ("2026-01-01T00:00:00Z", false), ("", false),
    ("２０２６-01-01", false), ("+026-01-01", false), ("2026-01-01-", false),
  ])
  func days(_ text: String, _ isDay: Bool) {
    #expect((CalendarDate(text) != nil) == isDay)
  }
}
