// Tests, and the bundles they describe.
extension APITable {
  static let fixture = APIModule(
    "fixture", "Bundles for tests: sound ones, and what differs.", isForTests: true,
    functions: [
      APIFunction("application(differences?: Description): Fixture", "An application."),
      APIFunction("framework(differences?: Description): Fixture", "A framework."),
      APIFunction("extension(differences?: Description): Fixture", "An extension of an application."),
      APIFunction("plugin(differences?: Description): Fixture", "A plug-in."),
      APIFunction("plist(differences?: Description): Fixture", "A bare property list."),
    ])

  static let testClasses: [APIClass] = [
    APIClass(
      "Fixture", .object, "A bundle that a test describes.",
      methods: [APIFunction("with(differences: Description): Fixture", "The same bundle but for these differences.")]),
    APIClass(
      "Description", .declaration, "How a bundle differs from a sound one of its kind.",
      fields: [
        APIField("kind?", "FixtureKind", "What it is; an example's kind is the first its rule applies to."),
        APIField("platform?", "FixturePlatform", "What it is made for; `macos` when not said."),
        APIField("name?", "string", "The last component of its path."),
        APIField("info?", "InfoDescription", "Keys of Info.plist and their values."),
        APIField("without?", "InfoKey|InfoKey[]", "Keys that are left out."),
        APIField("files?", "table<string, string|FileDescription>", "Files by path: a text, or more."),
        APIField(
          "localizations?", "table<string, table<string, table<string, any>>>",
          "Tables of strings, by language and name."),
        APIField("bundles?", "table<string, Description|Fixture>", "Bundles inside, by path."),
        APIField(
          "history?", "(Description|Fixture)[]", "Earlier builds, newest first, by how they differ from this one."),
      ]),
    APIClass(
      "FileDescription", .declaration, "A file of a described bundle.",
      fields: [
        APIField("text?", "string", "What is in it."),
        APIField("executable?", "boolean", "Whether it may be executed."),
        APIField("link?", "string", "Where a symbolic link leads."),
        APIField("directory?", "boolean", "Whether it is a directory."),
      ]),
    APIClass(
      "Test", .declaration, "What follows `test \"name\"`.",
      fields: [
        APIField("given", "Fixture|Description", "The bundle."),
        APIField("expect", "Verdict|Expectations", "The verdict, or what each rule comes to."),
      ]),
    APIClass(
      "Expectations", .open, "The verdict, and by rule what it comes to.",
      index: .init("string", "Status|Expectation"),
      fields: [APIField("verdict?", "Verdict", "What the whole check comes to.")]),
    APIClass(
      "Expectation", .declaration, "What a rule comes to.",
      fields: [
        APIField("status?", "Status", "`fail` when not said, `pass` for no findings."),
        APIField("findings?", "integer", "How many findings there are."),
        APIField("key?", "InfoKey|InfoKey[]", "A key or JSON Pointer that a finding stands at; each of several."),
        APIField("file?", "string|string[]", "A file that a finding is about; each of several."),
        APIField("message?", "string|string[]", "What the message of a finding holds; each of several."),
      ]),
  ]
}
