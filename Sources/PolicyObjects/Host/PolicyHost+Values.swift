import Basics
import Bundles
import KeyRegistry
import LuaRuntime
import PropertyLists

extension PolicyHost {
  /// Answers with a value of a property list: as a plain Lua value if there is such a type, otherwise as an object.
  func answer(_ value: PropertyList.Node, document: Int, _ answer: LuaAnswer) {
    let list = objects.documents[document].list
    switch list.kind(of: value) {
    case .string: answer.set(lasting: list.utf8(of: value))
    case .boolean: answer.set(list.boolean(of: value) ?? false)
    case .real: answer.set(list.real(of: value) ?? 0)
    case .integer:
      switch list.integer(of: value) {
      case .signed(let integer): answer.set(integer)
      case .unsigned(let integer): answer.set(Double(integer))
      case nil: answer.set(Int64(0))
      }
    case .dictionary, .array, .set, .date, .data, .uid, .null:
      answer.set(objects.node(value: value, document: document))
    }
  }

  func readValue(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard let (document, value) = objects.value(node) else { return answer.fail("this value is no longer valid") }
    let list = document.list
    switch (list.kind(of: value), key) {
    case (.dictionary, .string(let name)):
      if let unknown = objects.unknown(name, of: value, in: document) { return refuse(unknown, answer) }
      reads?.key(String(decoding: name, as: UTF8.self), of: value, in: document)
      guard let child = list.value(of: value, forKey: name) else { return }
      self.answer(child, document: Int(node.owner), answer)
    case (.array, .integer(let position)), (.set, .integer(let position)):
      if let reads, position >= 1, let index = Int(exactly: position) {
        reads.element(index - 1, of: value, in: document)
      }
      guard position >= 1, position <= list.count(of: value), let child = list.element(of: value, at: Int(position) - 1)
      else { return }
      self.answer(child, document: Int(node.owner), answer)
    case (.dictionary, .integer): answer.fail("a dictionary is read by name, not by position")
    case (.array, .string(let name)), (.set, .string(let name)):
      answer.fail("an array is read by position (1, 2, …), not by name ('\(String(decoding: name, as: UTF8.self))')")
    case (.date, .string(let name)): Self.date.read(name, of: list.date(of: value) ?? 0, self, answer)
    case (.data, .string(let name)): Self.data.read(name, of: list.data(of: value), self, answer)
    case (.uid, .string(let name)) where Self.uid.has(name):
      Self.uid.read(name, of: list.uid(of: value) ?? 0, self, answer)
    case (_, .string(let name)):
      answer.fail("a value of this type has no field '\(String(decoding: name, as: UTF8.self))'")
    case (_, .integer): answer.fail("a value of this type has no elements")
    }
  }

  func valueFieldNames(of node: LuaNode) -> [String] {
    guard let (document, value) = objects.value(node) else { return [] }
    switch document.list.kind(of: value) {
    case .date: return Self.date.names
    case .data: return Self.data.names
    case .uid: return Self.uid.names
    default: return []
    }
  }

  /// The text of a value: `<dictionary Info.plist:/CFBundleURLTypes/0>`.
  func valueDescription(of node: LuaNode) -> String {
    guard let (document, value) = objects.value(node) else { return "<value>" }
    let list = document.list
    switch list.kind(of: value) {
    case .date: return CivilTime(secondsSince2001: list.date(of: value) ?? 0).text
    case .uid: return "<uid \(list.uid(of: value) ?? 0)>"
    case .data: return "<data \(counted(list.data(of: value)?.count ?? 0, "byte"))>"
    case let kind:
      let file = document.file ?? objects.graphs[document.graph].bundles[document.bundle].name
      return "<\(kind) \(file):\(list.pointer(to: value))>"
    }
  }

  /// A date, as seconds since the start of 2001.
  static let date = ObjectSchema<Double>(
    "Date", "a date", "A date of a property list, in UTC; dates can be compared.",
    [
      .integer("year", "The year.") { CivilTime(secondsSince2001: $0).year },
      .integer("month", "From 1.") { CivilTime(secondsSince2001: $0).month },
      .integer("day", "From 1.") { CivilTime(secondsSince2001: $0).day },
      .integer("hour", "From 0.") { CivilTime(secondsSince2001: $0).hour },
      .integer("minute", "From 0.") { CivilTime(secondsSince2001: $0).minute },
      .integer("second", "From 0.") { CivilTime(secondsSince2001: $0).second },
      .value("epoch", "number", "The seconds since 1970-01-01 00:00:00 UTC.") { .number($0 + 978_307_200) },
    ])

  static let data = ObjectSchema<UnsafeRawBufferPointer?>(
    "Data", "data", "Data of a property list.", hasLength: true,
    [
      .integer("length", "The number of bytes.") { $0?.count ?? 0 },
      .answer("bytes", "string", "The bytes.") { _, bytes, answer in
        if let bytes { answer.set(lasting: bytes.assumingMemoryBound(to: UInt8.self)) }
      },
    ])

  static let uid = ObjectSchema<UInt32>(
    "UID", "a UID", "A UID of a keyed archive.", [.integer("value", "Its number.") { $0 }])

  // MARK: Versions

  func readVersion(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard Int(node.index) < objects.versions.count, case .string(let name) = key else {
      return answer.fail("a version is read by field name")
    }
    let version = objects.versions[Int(node.index)]
    answer.charge(UInt64(version.text.utf8.count) / 4)
    Self.version.read(name, of: version, self, answer)
  }

  static let version = ObjectSchema<Version>(
    "Version", "a version", "A parsed version; versions of the same dialect can be compared.",
    [
      .text("text", "The text that was parsed.") { $0.text },
      .text("dialect", as: "Dialect", "The dialect in which it was parsed.") { $0.dialect.rawValue },
      // A number that is too large for an integer stays a string, so that nothing is rounded.
      .value("numbers", "(integer|string)[]", "Its numeric parts; one that does not fit into an integer is a string.") {
        .list($0.numbers.map { digits in Int64(digits).map(LuaValue.integer) ?? .string(digits) })
      },
      .text("stage?", "The pre-release part, such as `b1`.") { $0.stage },
    ])
}

// `as_of`: the day of the check. A rule's result depends only on this, the bundle and its history, so the report says
// whether a rule read it.
extension PolicyHost {
  static let dayName = "as_of"

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
