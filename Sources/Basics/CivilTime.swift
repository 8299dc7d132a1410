package struct CivilTime: Hashable, Sendable {
  /// Astronomical: the year before 1 is 0.
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  /// 0…59; fractions are dropped.
  package let second: Int

  /// The seconds since 2001 that a property list's date may have. Years in XML have at most nine digits, which is within the range; in a
  /// binary list other values, such as NaN, are rejected because they have no calendar date.
  package static let range = -1e17...1e17

  package static let rangeText = "3 billion years of 2001"

  /// Values outside `range`, which no property list contains, are clamped.
  package init(secondsSince2001 seconds: Double) {
    let clamped = seconds.isNaN ? 0 : min(max(seconds.rounded(.down), Self.range.lowerBound), Self.range.upperBound)
    let total = Int64(clamped)
    let secondOfDay = Int(((total % 86400) + 86400) % 86400)
    // Days since 1970-03-01 counted in eras of 400 years; 2001-01-01 is day 11,323 of 1970.
    let days = (total - Int64(secondOfDay)) / 86400 + 11323 + 719468
    let era = (days >= 0 ? days : days - 146096) / 146097
    let dayOfEra = days - era * 146097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    hour = secondOfDay / 3600
    minute = secondOfDay / 60 % 60
    second = secondOfDay % 60
  }

  /// Leap seconds are not counted.
  package init(secondsSince1970 seconds: Int64) { self.init(secondsSince2001: Double(seconds) - 978_307_200) }

  package var text: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(abs(number))
      return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return
      "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))Z"
  }

  /// The days from 1970-01-01 to a date; a day beyond its month continues into the next or previous month.
  package static func days(toYear year: Int, month: Int, day: Int) -> Int {
    // A year that begins in March ends with the leap day.
    let year = month > 2 ? year : year - 1
    let leapDays = quotient(year, 4) - quotient(year, 100) + quotient(year, 400)
    // From March, months have 31, 30, 31, 30, 31 days repeatedly; 719,468 days precede 1970-01-01.
    return year * 365 + leapDays + (153 * ((month + 9) % 12) + 2) / 5 + day - 1 - 719_468
  }

  package static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func quotient(_ number: Int, _ divisor: Int) -> Int {
    number / divisor - (number % divisor < 0 ? 1 : 0)
  }
}
