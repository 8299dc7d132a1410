import KeyRegistry
import LuaSyntax

package enum InfoPlistDefinitions {
  package static var text: String {
    let entries = KeyRegistry.allKeys.compactMap(KeyRegistry.entry(for:))
    var writer = Writer()
    let values = entries.map { writer.field($0) }.joined()
    var text = "---@meta _\n" + Generated.notice("the keys of Info.plist, for language servers")
    text += "\n---The keys of Info.plist that the platform defines; others are allowed.\n"
    text += "---@class \(Generated.prefix)InfoPlist\n\(values)---@field [string] any\n"
    text += writer.classes
    for (name, summary, type, rest) in [
      (
        "InfoShape", "Shapes for the values of Info.plist keys.", "Shape|ShapeFields|boolean",
        "Shape|ShapeFields|boolean"
      ), ("InfoDescription", "Keys of Info.plist and their values in a test, valid or not.", "any", "any"),
    ] {
      text += "\n---\(summary)\n---@class \(Generated.prefix)\(name)\n"
      for entry in entries { text += "---@field \(key(entry.name))? \(Generated.qualified(type))\n" }
      text += "---@field [string] \(Generated.qualified(rest))\n"
    }
    text += "\n---A key of Info.plist, or a JSON Pointer.\n---@alias \(Generated.prefix)InfoKey\n---| string\n"
    for entry in entries { text += "---| \(quoted(entry.name))\n" }
    return text
  }

  private static func key(_ name: String) -> String { LuaParser.isName(name) ? name : "[\(quoted(name))]" }

  private static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }

  private struct Writer {
    private(set) var classes = ""

    mutating func field(_ entry: KeyEntry) -> String {
      let type = entry.schema.map { self.type($0, "InfoPlist.\(entry.name)") } ?? Self.plain(entry.type)
      let hints = [
        entry.isDeprecatedEverywhere && !entry.availability.isEmpty
          ? "Deprecated" + (entry.successor.map { ": use \($0)" } ?? "") : entry.successor.map { "See also \($0)" }
      ].compactMap { $0.map { " (\($0).)" } }
      return "---@field \(key(entry.name))? \(type) \(entry.summary).\(hints.joined())\n"
    }

    private mutating func type(_ schema: KeySchema, _ path: String) -> String {
      switch schema.type {
      case .string where !schema.values.isEmpty:
        return (["string"] + schema.values.map(quoted)).joined(separator: "|")
      case .array:
        guard let items = schema.items else { return "any[]" }
        return Self.list(type(items, path))
      case .stringOrArray:
        return "string|" + Self.list(schema.items.map { type($0, path) } ?? "any")
      case .dictionary where !schema.fields.isEmpty: return dictionary(schema, path)
      case .dictionary:
        return "table<string, \(schema.others.map { type($0, path) } ?? "any")>"
      default: return Self.plain(schema.type)
      }
    }

    private mutating func dictionary(_ schema: KeySchema, _ path: String) -> String {
      var text = "\n---@class \(Generated.prefix)\(path)\n"
      for field in schema.fields {
        let type = type(field.schema, "\(path).\(field.name.filter { $0.isLetter || $0.isNumber })")
        text += "---@field \(key(field.name))? \(type)" + (field.summary.isEmpty ? "" : " \(field.summary).") + "\n"
      }
      text += "---@field [string] \(schema.others.map { type($0, path + ".Other") } ?? "any")\n"
      classes += text
      return Generated.prefix + path
    }

    private static func list(_ element: String) -> String { element.contains("|") ? "(\(element))[]" : "\(element)[]" }

    private static func plain(_ type: KeyType) -> String {
      switch type {
      case .string: "string"
      case .boolean: "boolean"
      case .integer: "integer"
      case .real, .number: "number"
      case .date: "\(Generated.prefix)Date"
      case .data: "\(Generated.prefix)Data"
      case .array: "any[]"
      case .dictionary: "table<string, any>"
      case .stringOrArray: "string|string[]"
      case .dictionaryOrArray: "table"
      case .any: "any"
      }
    }
  }
}
