/// How to make the program name the fields that it knows in a table: by one that it can't know.
enum DeclarationProbes {
  /// By class of the table, policies after the header line, each with `zzzzzzzzzz` in such a table.
  static let policies: [String: [String]] = [
    "Policy": ["policy \"x\" { zzzzzzzzzz = 1 }"],
    "Parameter": ["parameter \"p\" { zzzzzzzzzz = 1 }"],
    "Rule": ["rule \"r\" { zzzzzzzzzz = 1 }"],
    "Waiver": ["waive \"r\" { zzzzzzzzzz = 1 }"],
    "Override": ["override \"r\" { zzzzzzzzzz = 1 }"],
    "Disablement": ["disable \"r\" { zzzzzzzzzz = 1 }"],
    "Applies": [rule("applies = { zzzzzzzzzz = 1 }")],
    "SystemRange": [rule("applies = { minimum_os = { zzzzzzzzzz = 1 } }")],
    "Increases": [rule("increases = { zzzzzzzzzz = 1 }")],
    "CustomKeys": [rule("custom_keys = { zzzzzzzzzz = 1 }")],
    "QualifiedKeys": [rule("qualified_keys = { zzzzzzzzzz = 1 }")],
    "Localize": [rule("localize = { zzzzzzzzzz = 1 }")],
    "Files": [rule("files = { zzzzzzzzzz = 1 }")],
    "Examples": [rule("examples = { zzzzzzzzzz = 1 }")],
    "TextOptions": [shape("text { zzzzzzzzzz = 1 }")],
    "LengthOptions": [shape("data { zzzzzzzzzz = 1 }")],
    "NumberOptions": [shape("integer { zzzzzzzzzz = 1 }"), shape("real { zzzzzzzzzz = 1 }")],
    "DateOptions": [shape("date { zzzzzzzzzz = 1 }")],
    "CountOptions": [shape("list_of(text, { zzzzzzzzzz = 1 })")],
    "DictionaryOptions": [shape("dictionary({ A = text }, { zzzzzzzzzz = 1 })")],
    "URLOptions": [shape("url { zzzzzzzzzz = 1 }")],
    "VersionOptions": [shape("version_string { zzzzzzzzzz = 1 }")],
  ]

  /// The same for files of tests.
  static let tests: [String: [String]] = [
    "Test": ["test \"t\" { zzzzzzzzzz = 1 }"],
    "Description": ["local f = fixture.application { zzzzzzzzzz = 1 }"],
    "FileDescription": ["local f = fixture.application { files = { a = { zzzzzzzzzz = 1 } } }"],
    "PNGDescription": [file("png")], "IconFamilyDescription": [file("icns")], "CodeDescription": [file("mach_o")],
    "Expectation": ["test \"t\" { given = fixture.application {}, expect = { r = { zzzzzzzzzz = 1 } } }"],
  ]

  /// The same for the body of a `check`.
  static let checks: [String: [String]] = [
    "HighestOptions": ["bundle.history:highest(\"CFBundleVersion\", { zzzzzzzzzz = 1 })"],
    "FindingOptions": [
      "report(\"m\", { zzzzzzzzzz = 1 })", "report:at(bundle.info, \"K\", \"m\", { zzzzzzzzzz = 1 })",
    ],
    "Reader": ["local v = plist.resolve(bundle.info, \"K\", { zzzzzzzzzz = 1 })"],
  ]

  private static func file(_ sort: String) -> String {
    "local f = fixture.application { files = { a = { \(sort) = { zzzzzzzzzz = 1 } } } }"
  }

  private static func rule(_ field: String) -> String { "rule \"r\" { summary = \"s\", require = \"A\", \(field) }" }

  private static func shape(_ shape: String) -> String { rule("shape = { K = \(shape) }") }
}
