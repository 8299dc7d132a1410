import Basics
import LuaRuntime

// `as_of`: the day of the check. A rule's result depends only on this, the bundle and its history, so the report says
// whether a rule read it.
extension PolicyHost {
  static let dayName = "as_of"

  static let dayNode = LuaNode(kind: ObjectKind.day.rawValue, owner: 0, index: 0)

  static let daySchema = ObjectSchema<CalendarDate>(
    "Day", "a day", "A day in UTC; compares with the dates of property lists, as the first moment of the day.",
    [
      .integer("year", "The year.") { $0.year },
      .integer("month", "From 1.") { $0.month },
      .integer("day", "From 1.") { $0.day },
      .text("text", "The day as a string that sorts by day: `2026-11-23`.") { $0.text },
      .value("epoch", "number", "Seconds from the start of 1970 to the start of the day.") {
        .number(Double($0.millisecondsSince1970) / 1000)
      },
    ])

  func readDay(_ answer: LuaAnswer) -> CalendarDate? {
    guard let day else {
      answer.fail("as_of can only be read inside a rule: a policy is loaded once for checks of any day")
      return nil
    }
    hasReadDay = true
    reads?.day(day)
    return day
  }

  func readDay(_ key: LuaKey, _ answer: LuaAnswer) {
    guard let day = readDay(answer) else { return }
    guard case .string(let name) = key else { return answer.fail("a day is read by field name") }
    Self.daySchema.read(name, of: day, self, answer)
  }

  /// The time of a day or a date, in seconds since the start of 2001; nil for any other value. `answer` is an error
  /// if it is a day that cannot be read yet.
  func moment(of node: LuaNode, _ answer: LuaAnswer) -> Double? {
    if node.kind == ObjectKind.day.rawValue {
      return readDay(answer).map { Double($0.millisecondsSince1970) / 1000 - 978_307_200 }
    }
    return objects.value(node).flatMap { document, value in document.list.date(of: value) }
  }
}
