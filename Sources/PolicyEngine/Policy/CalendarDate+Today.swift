import Basics
import PropertyLists

extension CalendarDate {
  /// The day it is now, in UTC.
  public static func today() -> CalendarDate {
    // From the clock's count of seconds; the C library's calendar would read the time zone files at every start.
    // 2001-01-01T00:00:00Z is 978,307,200 seconds after the beginning of 1970.
    let text = CivilTime(secondsSince2001: Double(time(nil)) - 978_307_200).text.prefix(10)
    // A clock past the year 9999 has no such form; nothing that expires is in force then.
    return CalendarDate(String(text)) ?? last
  }
}
