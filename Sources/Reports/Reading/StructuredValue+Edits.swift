import Basics
import PropertyLists
import StructuredText

// What `check --fix` does about findings, in reports in JSON.
extension StructuredValue {
  /// A change of a property list.
  func edit() throws(StructuredTextError) -> PropertyListEdit {
    let keyPath = try requiredText("keyPath")
    switch try requiredText("operation") {
    case "set": return PropertyListEdit(.set(try editedValue()), at: keyPath)
    case "add": return PropertyListEdit(.add(try editedValue()), at: keyPath)
    case "remove": return PropertyListEdit(.remove, at: keyPath)
    case "rename": return PropertyListEdit(.rename(to: try requiredText("key")), at: keyPath)
    case let other: throw StructuredTextError("there is no operation '\(other)'", at: place)
    }
  }

  private func editedValue() throws(StructuredTextError) -> PropertyListValue {
    guard let value = self["value"] else { throw StructuredTextError("'value' is missing here", at: place) }
    return try value.propertyListValue()
  }

  private func propertyListValue() throws(StructuredTextError) -> PropertyListValue {
    switch content {
    case .null: return .null
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(.signed(number))
    case .number(let number): return .real(number)
    case .string(let text): return .string(text)
    case .foreign(let phrase): throw StructuredTextError("\(phrase) is not a value of a report", at: place)
    case .list(let elements): return .array(try Self.values(elements))
    case .mapping(let entries):
      if entries.count == 1, let entry = entries.first, let typed = try Self.typed(entry) { return typed }
      return .dictionary(
        try entries.map { entry throws(StructuredTextError) in
          PropertyListValue.Entry(key: entry.key, value: try entry.value.propertyListValue())
        })
    }
  }

  private static func values(_ elements: [StructuredValue]) throws(StructuredTextError) -> [PropertyListValue] {
    try elements.map { element throws(StructuredTextError) in try element.propertyListValue() }
  }

  /// Values that JSON has no type for.
  private static func typed(_ entry: Entry) throws(StructuredTextError) -> PropertyListValue? {
    switch (entry.key, entry.value.content) {
    case ("$set", .list(let elements)): return .set(try values(elements))
    case ("$uid", .integer(let number)): return UInt32(exactly: number).map { .uid($0) }
    case ("$integer", .string(let text)): return UInt64(text).map { .integer(.unsigned($0)) }
    case ("$real", .string("nan")): return .real(.nan)
    case ("$real", .string("inf")): return .real(.infinity)
    case ("$real", .string("-inf")): return .real(-.infinity)
    case ("$data", .string(let text)): return Base64.decode(Array(text.utf8)).map { .data($0) }
    case ("$date", .string(let text)): return PropertyListValue(date: text)
    default: return nil
    }
  }
}
