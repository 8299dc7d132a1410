import Basics
package import LuaRuntime
package import PropertyLists

package struct PropertyListWriter {
  private(set) var text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  /// A complete property list with a dictionary.
  package static func text(_ entries: [(key: String, value: LuaValue)], in place: String) throws(DeclarationError)
    -> String
  {
    var writer = PropertyListWriter()
    try writer.dictionary(entries, place, indent: "")
    return writer.text + "</plist>\n"
  }

  private mutating func dictionary(
    _ entries: [(key: String, value: LuaValue)], _ place: String, indent: String
  ) throws(DeclarationError) {
    text += "\(indent)<dict>\n"
    for (key, value) in entries {
      text += "\(indent)\t<key>\(Markup.content(key.unicodeScalars))</key>\n"
      try write(value, "\(place), \(key)", indent: indent + "\t")
    }
    text += "\(indent)</dict>\n"
  }

  private mutating func write(_ value: LuaValue, _ place: String, indent: String) throws(DeclarationError) {
    switch value {
    case .string(let string): text += "\(indent)<string>\(try Self.checked(string, place))</string>\n"
    case .integer(let number): text += "\(indent)<integer>\(number)</integer>\n"
    // The sign of a NaN depends on the processor.
    case .number(let number): text += "\(indent)<real>\(number.isNaN ? "nan" : "\(number)")</real>\n"
    case .boolean(let flag): text += "\(indent)<\(flag)/>\n"
    case .table(let table):
      if let list = table.list, !table.entries.isEmpty {
        text += "\(indent)<array>\n"
        for element in list { try write(element, place, indent: indent + "\t") }
        text += "\(indent)</array>\n"
      } else if let typed = try Self.typed(table, place) {
        text += "\(indent)\(typed)\n"
      } else {
        try dictionary(try Self.entries(of: table, place), place, indent: indent)
      }
    case .nil, .node, .function, .opaque:
      throw DeclarationError("\(place): a property list cannot contain a \(value.typeName)")
    }
  }

  static func entries(of table: LuaTable, _ place: String) throws(DeclarationError) -> [(key: String, value: LuaValue)]
  {
    if let named = table.named { return named }
    throw DeclarationError(
      "\(place): the table mixes entries with and without names; use names for a dictionary, none for a list")
  }

  /// Values of types that Lua does not have, in the form that `inspect --format json` prints; `{ ["$array"] = true }` is the
  /// empty array, because `{}` is the empty dictionary.
  private static func typed(_ table: LuaTable, _ place: String) throws(DeclarationError) -> String? {
    guard table.entries.count == 1, case .string(let type)? = table.entries.first?.key, type.hasPrefix("$"),
      let value = table.entries.first?.value
    else { return nil }
    switch (type, value) {
    case ("$date", .string(let text)):
      guard PropertyListValue(date: text) != nil else {
        throw DeclarationError("\(place): '\(text)' is not a date; write it as \"2026-01-31T00:00:00Z\"")
      }
      return "<date>\(Markup.content(text.unicodeScalars))</date>"
    case ("$data", .string(let text)):
      let digits = text.utf8.filter { $0 != 0x20 && !(0x09...0x0D).contains($0) }
      guard Base64.decode(digits, ignoresUnusedBits: true) != nil else {
        throw DeclarationError("\(place): '\(text)' is not base64, whose length is a multiple of 4 with the padding")
      }
      return "<data>\(text)</data>"
    case ("$real", .string(let text)): return "<real>\(Markup.content(text.unicodeScalars))</real>"
    case ("$uid", .integer(let number)):
      guard UInt32(exactly: number) != nil else {
        throw DeclarationError("\(place): \(number) is not a UID; UIDs are integers from 0 to \(UInt32.max)")
      }
      return "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
    case ("$array", .boolean(true)): return "<array/>"
    default:
      throw DeclarationError(
        "\(place): unknown typed value; write { [\"$date\"] = \"2026-01-31T00:00:00Z\" }, [\"$data\"] = base64, [\"$real\"] = \"nan\", [\"$uid\"] = 1 or [\"$array\"] = true"
      )
    }
  }

  /// Like `typed`, but returns a value instead of XML.
  package static func typedValue(_ table: LuaTable, _ place: String) throws(DeclarationError) -> PropertyListValue? {
    guard let element = try typed(table, place) else { return nil }
    do throws(PropertyListError) {
      let list = try PropertyList.parse(Array("<plist>\(element)</plist>".utf8), file: "")
      return PropertyListValue(list.root, in: list)
    } catch {
      throw DeclarationError("\(place): \(error.message)")
    }
  }

  private static func checked(_ text: String, _ place: String) throws(DeclarationError) -> String {
    for scalar in text.unicodeScalars where scalar.value < 0x20 && ![0x09, 0x0A, 0x0D].contains(scalar.value) {
      throw DeclarationError("\(place): an XML property list cannot contain the control character \(scalar.value)")
    }
    return Markup.content(text.unicodeScalars)
  }
}
