import Basics

/// Parses dates of XML property lists (`CFPropertyList.c`, `parseDateTag`).
enum DateText {
  /// A date; `isRolledOver` if a part is out of range and was carried over.
  struct Reading {
    var seconds: Double
    var isRolledOver: Bool
  }

  /// Parses `[-]Y…-MM-DDThh:mm:ssZ`; returns nil for anything else or a year of more than nine digits.
  static func xml(_ text: UnsafePointer<UInt8>, _ count: Int) -> Reading? {
    var at = 0
    let isNegative = count > 0 && text[0] == UInt8(ascii: "-")
    if isNegative { at = 1 }
    var year = 0
    let firstDigit = at
    while at < count, text[at] &- 0x30 <= 9 {
      guard at - firstDigit < 9 else { return nil }
      year = year * 10 + Int(text[at] &- 0x30)
      at += 1
    }
    guard at > firstDigit, count - at == 16, let month = two(text, at, "-"), let day = two(text, at + 3, "-"),
      let hour = two(text, at + 6, "T"), let minute = two(text, at + 9, ":"), let second = two(text, at + 12, ":"),
      text[at + 15] == UInt8(ascii: "Z")
    else { return nil }
    return reading(isNegative ? -year : year, month, day, hour, minute, second)
  }

  /// Computes seconds since 2001-01-01T00:00:00Z in the proleptic Gregorian calendar with a year 0.
  static func reading(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) -> Reading {
    // Like the platform: month 13 is the next January; other months out of range are read as January.
    let (ofYear, ofMonth) = month == 13 ? (year + 1, 1) : (year, 1...12 ~= month ? month : 1)
    let days = CivilTime.days(toYear: ofYear, month: ofMonth, day: day) - daysTo2001
    let inMonth = month >= 1 && month <= 12 && day >= 1 && day <= CivilTime.length(ofMonth: month, in: year)
    return Reading(
      seconds: Double(days * 86400 + hour * 3600 + minute * 60 + second),
      isRolledOver: !inMonth || hour > 23 || minute > 59 || second > 59)
  }

  /// A separator and two digits.
  @inline(__always) private static func two(_ text: UnsafePointer<UInt8>, _ at: Int, _ separator: Unicode.Scalar)
    -> Int?
  {
    let tens = text[at + 1] &- 0x30
    let ones = text[at + 2] &- 0x30
    guard UInt32(text[at]) == separator.value, tens <= 9, ones <= 9 else { return nil }
    return Int(tens) * 10 + Int(ones)
  }

  private static let daysTo2001 = 11323
}
