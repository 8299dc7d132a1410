/// A day, `YYYY-MM-DD` (RFC 3339 full-date). Ordered as text, which is the order of days.
public struct CalendarDate: Hashable, Comparable, Sendable {
  /// `YYYY-MM-DD`.
  public let text: String

  /// The last day that has the form.
  static let last = CalendarDate(known: "9999-12-31")

  private init(known text: String) { self.text = text }

  /// Nil unless the text is a day of the Gregorian calendar in that form.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...lengths[month - 1]).contains(day) else { return nil }
    self.text = text
  }

  /// The day's first moment in UTC, in milliseconds since 1970.
  public var millisecondsSince1970: Int64 {
    let parts = text.split(separator: "-").compactMap { Int64($0) }
    guard parts.count == 3 else { return 0 }
    // Days since 0000-03-01, years beginning in March: a leap day is then the last of its year.
    let year = parts[1] > 2 ? parts[0] : parts[0] - 1
    let month = (parts[1] + 9) % 12
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + parts[2] - 1
    return (days - 719_468) * 86_400_000
  }

  /// The earlier day is less.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
