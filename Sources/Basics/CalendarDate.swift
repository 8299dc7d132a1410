/// A date, `YYYY-MM-DD` (RFC 3339 full-date). Comparing the strings compares the dates.
public struct CalendarDate: Hashable, Comparable, Sendable {
  /// `YYYY-MM-DD`.
  public let text: String

  static let last = CalendarDate(known: "9999-12-31")

  private init(known text: String) { self.text = text }

  /// Parses `YYYY-MM-DD`; nil unless the text is a day of the Gregorian calendar.
  ///
  /// - Parameter text: The date.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
    else { return nil }
    guard (1...CivilTime.length(ofMonth: month, in: year)).contains(day) else { return nil }
    self.text = text
  }

  /// The year, 0…9999.
  public var year: Int { part(0) }

  /// The month, 1…12.
  public var month: Int { part(1) }

  /// The day, 1…31.
  public var day: Int { part(2) }

  private func part(_ position: Int) -> Int {
    let parts = text.split(separator: "-")
    return position < parts.count ? Int(parts[position]) ?? 0 : 0
  }

  /// The start of the day in UTC, in milliseconds since 1970.
  public var millisecondsSince1970: Int64 {
    Int64(CivilTime.days(toYear: year, month: month, day: day)) * 86_400_000
  }

  /// Returns the current day in UTC.
  public static func today() -> CalendarDate {
    // From the clock's seconds, because the C library's calendar would read the time zone files at every start.
    let text = CivilTime(secondsSince1970: Int64(time(nil))).text.prefix(10)
    // A clock beyond the year 9999 cannot be represented; everything that expires has expired then.
    return CalendarDate(String(text)) ?? last
  }

  /// Whether `left` is before `right`.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
