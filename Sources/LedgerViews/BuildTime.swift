import Basics

/// The time at which a build was recorded, in UTC.
package struct BuildTime: Hashable, Sendable {
  private let civil: CivilTime
  private let millisecond: Int

  /// Milliseconds since 1970-01-01T00:00:00Z.
  package init(milliseconds: Int64) {
    let remainder = milliseconds % 1000
    millisecond = Int(remainder < 0 ? remainder + 1000 : remainder)
    let seconds = milliseconds / 1000 - (remainder < 0 ? 1 : 0)
    civil = CivilTime(secondsSince1970: seconds)
  }

  /// `YYYY-MM-DDThh:mm:ss.sssZ` (RFC 3339). Years outside 0000…9999 have a sign or more digits, which RFC 3339 does not allow.
  package var text: String { civil.text.dropLast() + "." + Self.padded(millisecond, 3) + "Z" }

  /// `YYYY-MM-DD`.
  package var day: String { String(civil.text.prefix { $0 != "T" }) }

  /// `YYYY-MM-DD hh:mm:ss`.
  package var dayAndTime: String { day + " " + civil.text.dropLast().suffix(8) }

  /// `YYYY-MM-DD hh:mm`.
  var dayAndMinute: String { String(dayAndTime.dropLast(3)) }

  /// `YYYY-MM`.
  var month: String { String(day.dropLast(3)) }

  var year: String { String(day.dropLast(6)) }

  /// Months since the year 0, for the ticks of an axis.
  var monthIndex: Int { civil.year * 12 + civil.month - 1 }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
