import Basics
import KeyRegistry
package import LuaRuntime
import PropertyLists

package struct RuleExamples {
  package var pass: [LuaValue] = []
  package var fail: [FailingExample] = []

  package init() {}
}

package struct FailingExample {
  package let description: LuaValue
  package let expected: [ExpectedFindings]
}

package struct ExpectedFindings {
  package var places: [String]?
  /// Texts; each must be in the message of a finding.
  package var messages: [String] = []
  package var count: Int?
}

package struct ExampleReader {
  package static let definition = APIClass(
    "Examples", .declaration, "Examples of bundles for a rule.",
    fields: [
      APIField("pass?", "(Example|Example[])[]", "Bundles that must pass the rule; for `across`, lists of bundles."),
      APIField(
        "fail?", "(FailingExample|FailingExample[])[]",
        "Bundles that must fail the rule; for `across`, lists of bundles."),
    ])

  package static let description = APIClass(
    "Description", .declaration, "How a bundle differs from a valid one of its kind.",
    fields: [
      APIField("kind?", "FixtureKind", "Its kind; the default for an example is the first kind its rule applies to."),
      APIField("platform?", "FixturePlatform", "Its platform; by default, `macos`."),
      APIField("name?", "string", "The last component of its path."),
      APIField("info?", "InfoDescription", "Keys of Info.plist and their values."),
      APIField("without?", "InfoKey|InfoKey[]", "Keys to remove."),
      APIField(
        "files?", "table<string, string|false|FileDescription>",
        "Files by path: a string, a table, or false to remove the file."),
      APIField(
        "localizations?", "table<string, table<string, table<string, any>>>", "Strings tables, by language and name."),
      APIField(
        "entitlements?", "table<string, any>",
        "The entitlements of its executable; replaces all of them, even in `with`."),
      APIField(
        "signed?", "boolean|SigningDescription",
        "Whether its executable is signed and its files are sealed, as codesign does it; implies a `_CodeSignature`."),
      APIField("bundles?", "table<string, Description|Fixture>", "Nested bundles, by path."),
      APIField("delivery?", "DeliveryDescription", "The archive that contains it; by default, it is on its own."),
      APIField("shipped?", "boolean", "In `history`: whether the earlier build was marked as shipped."),
      APIField(
        "history?", "(Description|Fixture)[]", "Earlier builds, newest first, by how they differ from this one."),
    ])

  package static let example = APIClass(
    "Example", .declaration, "A bundle as a `Description` describes it, and how it is checked.", parent: "Description",
    fields: [
      APIField("as_of?", "string", "The day of the check, for rules and waivers: `2027-02-01`."),
      APIField("params?", "table<string, any>", "Values of parameters, by name."),
    ])

  package static let failing = APIClass(
    "FailingExample", .declaration, "An example, and the findings that the rule must report.", parent: "Example",
    fields: [
      APIField(
        "at?", "string|string[]",
        "The place of the findings, or a list of all their places: a JSON Pointer into Info.plist, the path of a file, or both: `/CFBundleName`, `Contents/Resources/a.txt`, `Contents/PlugIns/Share.appex:/CFBundleName`."
      ),
      APIField("message?", "string|string[]", "A string that the message of a finding contains, or a list of them."),
      APIField("count?", "integer", "The number of findings."),
    ])

  private static let passingFields = (description.fields + example.fields).map(\.name)
  private static let failingFields = passingFields + failing.fields.map(\.name)

  package static func examples(_ value: LuaValue, in place: String) throws(DeclarationError) -> RuleExamples {
    let reader = try DeclarationReader(value, place: "\(place), examples", of: definition)
    var examples = RuleExamples()
    for (number, example) in try list("pass", reader).enumerated() {
      _ = try each(of: example, "\(place), pass example \(number + 1)") { value, place throws(DeclarationError) in
        if let field = failing.fields.first(where: { value.table?[$0.name] != nil }) {
          throw DeclarationError("\(place): a passing example has no findings; remove '\(field.name)'")
        }
        _ = try DeclarationReader(value, place: place, known: passingFields)
        return value
      }
      examples.pass.append(example)
    }
    for (number, example) in try list("fail", reader).enumerated() {
      var expected: [ExpectedFindings] = []
      let description = try each(of: example, "\(place), fail example \(number + 1)") {
        (value, place) throws(DeclarationError) in
        let reader = try DeclarationReader(value, place: place, known: failingFields)
        expected.append(try findings(reader))
        let fields = Set(failing.fields.map(\.name))
        return .table(LuaTable(entries: reader.table.entries.filter { !fields.contains($0.key.string ?? "") }))
      }
      examples.fail.append(FailingExample(description: description, expected: expected))
    }
    return examples
  }

  private static func list(_ field: String, _ reader: DeclarationReader) throws(DeclarationError) -> [LuaValue] {
    guard reader.has(field) else { return [] }
    guard let list = reader.value(field).table?.list else {
      throw reader.mismatch(field, expected: "a list of bundles", found: reader.value(field))
    }
    return list
  }

  private static func each(
    of value: LuaValue, _ place: String, _ read: (LuaValue, String) throws(DeclarationError) -> LuaValue
  ) throws(DeclarationError) -> LuaValue {
    // An empty table is a bundle without differences.
    guard let list = value.table?.list, !list.isEmpty else { return try read(value, place) }
    var results: [LuaValue] = []
    for (number, value) in list.enumerated() { results.append(try read(value, "\(place), bundle \(number + 1)")) }
    return .list(results)
  }

  private static func findings(_ reader: DeclarationReader) throws(DeclarationError) -> ExpectedFindings {
    var expected = ExpectedFindings()
    expected.places = try reader.nonEmptyTexts("at")
    for place in expected.places ?? [] {
      if let key = place.firstRange(of: ":/").map({ String(place[$0.lowerBound...].dropFirst()) })
        ?? (place.hasPrefix("/") ? place : nil), JSONPointer.tokens(key) == nil
      {
        throw DeclarationError(
          "\(reader.place): '\(place)' in 'at' is not a JSON Pointer: in a key, write '~0' for '~' and '~1' for '/'")
      }
      if KeyRegistry.contains(place) {
        throw DeclarationError("\(reader.place): '\(place)' in 'at' would be a file; for the key, write '/\(place)'")
      }
    }
    expected.messages = try reader.nonEmptyTexts("message") ?? []
    switch reader.value("count") {
    case .nil: break
    case .integer(let count) where count > 0: expected.count = Int(clamping: count)
    case .integer(let count):
      throw DeclarationError("\(reader.place): 'count' must be a number of findings from 1, found \(count)")
    case let other: throw reader.mismatch("count", expected: "a number of findings", found: other)
    }
    return expected
  }
}
