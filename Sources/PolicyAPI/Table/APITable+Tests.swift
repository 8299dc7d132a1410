// Tests, and the bundles they describe.
extension APITable {
  static let fixture = APIModule(
    "fixture", "Bundles for tests: sound ones, and what differs.", isForTests: true,
    functions: [
      APIFunction("application(differences?: Description): Fixture", "An application."),
      APIFunction("framework(differences?: Description): Fixture", "A framework."),
      APIFunction("extension(differences?: Description): Fixture", "An extension of an application."),
      APIFunction("plugin(differences?: Description): Fixture", "A plug-in."),
      APIFunction("xcframework(differences?: Description): Fixture", "A framework for several platforms."),
      APIFunction("settings(differences?: Description): Fixture", "Pages of preferences."),
      APIFunction("archive(differences?: Description): Fixture", "An Xcode archive with an application."),
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
        APIField(
          "files?", "table<string, string|false|FileDescription>", "Files by path: a text, or more; false for none."),
        APIField(
          "localizations?", "table<string, table<string, table<string, any>>>",
          "Tables of strings, by language and name."),
        APIField(
          "entitlements?", "table<string, any>", "What its executable is signed with: all of it, also in `with`."),
        APIField("bundles?", "table<string, Description|Fixture>", "Bundles inside, by path."),
        APIField(
          "history?", "(Description|Fixture)[]", "Earlier builds, newest first, by how they differ from this one."),
      ]),
    APIClass(
      "FileDescription", .declaration, "A file of a described bundle.",
      fields: [
        APIField("text?", "string", "What is in it."),
        APIField("base64?", "string", "What is in it, in base64."),
        APIField("png?", "PNGDescription", "A picture without pixels."),
        APIField("icns?", "IconFamilyDescription", "An icon family."),
        APIField("mach_o?", "CodeDescription", "A Mach-O file without code."),
        APIField("executable?", "boolean", "Whether it may be executed."),
        APIField("link?", "string", "Where a symbolic link leads."),
        APIField("directory?", "boolean", "Whether it is a directory."),
      ]),
    APIClass(
      "PNGDescription", .declaration, "A picture of a described bundle.",
      fields: [
        APIField("width", "integer", "In pixels."),
        APIField("height?", "integer", "In pixels; the width when not said."),
        APIField("has_alpha?", "boolean", "Whether pixels may be transparent."),
        APIField("is_gray?", "boolean", "Whether it has no colours."),
        APIField("is_interlaced?", "boolean", "Whether it is interlaced."),
        APIField("is_cgbi?", "boolean", "Whether it is Apple's variant for iOS."),
      ]),
    APIClass(
      "IconFamilyDescription", .declaration, "An icon family of a described bundle.",
      fields: [APIField("types", "string|string[]", "Its elements: `ic07`, `ic10`…")]),
    APIClass(
      "CodeDescription", .declaration, "Code of a described bundle; what is not said is that of a sound executable.",
      fields: [
        APIField("architectures?", "Architecture|Architecture[]", "What there are slices for."),
        APIField("file_type?", "string", "`object execute dylib bundle dsym`."),
        APIField("platform?", "CodePlatform", "The system it is built for."),
        APIField("minimum_os?", "string", "The oldest system that runs it."),
        APIField("sdk?", "string", "The SDK it was built with."),
        APIField("libraries?", "string|string[]", "The libraries it is linked with."),
        APIField("rpaths?", "string|string[]", "Where `@rpath` is looked up."),
        APIField("id?", "string", "What a dynamic library calls itself."),
        APIField("is_pie?", "boolean", "Whether the system may load it anywhere."),
        APIField("is_encrypted?", "boolean", "Whether it is encrypted; without it, there is no room for that."),
        APIField("has_code_signature?", "boolean", "Whether it is signed."),
        APIField("entitlements?", "table<string, any>", "What its signature entitles it to; it is signed then."),
      ]),
    APIClass(
      "Test", .declaration, "What follows `test \"name\"`.",
      fields: [
        APIField("given", "Fixture|Description", "The bundle."),
        APIField(
          "expect?", "Verdict|Expectations", "The verdict, or what each rule comes to; needed without `snapshot`."),
        APIField(
          "snapshot?", "boolean|string", "Whether the whole report is compared with one that is kept, or its name."),
        APIField("as_of?", "string", "The day that rules and waivers are held against: `2027-02-01`."),
      ]),
    APIClass(
      "Expectations", .open, "The verdict, and by rule what it comes to.",
      index: .init("string", "Status|Expectation"),
      fields: [
        APIField("verdict?", "Verdict", "What the whole check comes to."),
        APIField("findings?", "integer", "How many findings all rules have, notes among them: 0 is silence."),
      ]),
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
