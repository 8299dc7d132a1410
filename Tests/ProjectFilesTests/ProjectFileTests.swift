import Basics
import PolicyTestSupport
import ProjectFiles
import Testing

@Suite struct ProjectFileTests {
  private static func file(_ text: String, _ path: String = "bundlepolicy.yml") throws -> ProjectFile {
    try ProjectFile(Array(text.utf8), file: path)
  }

  @Test func settings() throws {
    let file = try Self.file(
      """
      # Comments stay.
      policies: [policy.lua, apple.app-store.ios]
      parameters:
        prefix: com.example.
        limits: { size: 80 }
      fail-on: warning
      bundles:
        - build/*.app
        - ./dist
      """, "../up/bundlepolicy.yml")
    #expect(file.settings == [.policies, .parameters, .failOn, .bundles] && file.folder == "../up")
    #expect(file.texts(.policies).map(\.value) == ["policy.lua", "apple.app-store.ios"])
    #expect(file.texts(.bundles).map { file.path($0.value) } == ["../up/build/*.app", "../up/dist"])
    #expect(file.text(.failOn)?.place == Place(line: 6, column: 10))
    #expect(file.path("/abs") == "/abs" && file.path(".") == "../up")
    #expect(try Self.file("").settings.isEmpty && Self.file("# nothing\n\n").settings.isEmpty)
  }

  @Test(arguments: [
    ("fail_on: error", "1:1", "unknown setting 'fail_on'; did you mean 'fail-on'?"),
    ("policy: [a]", "1:1", "unknown setting 'policy'"), ("policies: a.lua", "1:11", "must be a list, found a string"),
    ("policies: []", "1:11", "'policies' is empty"), ("policies: [1]", "1:12", "found an integer in it"),
    ("policies: ['']", "1:12", "an empty string"), ("waivers:\n  - a\n  - [b]", "3:5", "found a list in it"),
    ("baseline: [a]", "1:11", "must be a string, found a list"), ("baseline:", "1:10", "found null"),
    ("parameters: 1", "1:13", "must be a mapping"), ("packs: [a]", "1:8", "must be a mapping"),
    ("sources: {}", "1:10", "'sources' is empty"), ("sources: [a]", "1:10", "must be a mapping, found a list"),
    ("sources: { a: b }", "1:15", "the sources of 'a' must be a mapping, found a string"),
    ("sources: { a: {} }", "1:15", "'a' has no sources"), ("sources: { '': { info: x } }", "1:12", "an empty bundle"),
    ("sources: { a: { inof: x } }", "1:17", "unknown field 'inof'; did you mean 'info'?"),
    ("sources: { a: { info: [x] } }", "1:23", "'info' must be a string, found a list"),
    ("sources: { a: { strings: x } }", "1:26", "'strings' must be a list, found a string"),
    ("sources: { a: { files: [] } }", "1:24", "'files' is empty"),
    ("- a", "1:1", "settings were expected, found a list"),
    ("baseline: a\nbaseline: b", "2:1", "'baseline' is a duplicate"), ("a: &x b", "1:4", "anchors and aliases"),
    ("policies: [", "", "did not find"), ("baseline: \"a\\0\"", "1:11", "NUL"), ("x: !t y", "1:4", "tags"),
  ])
  func whatIsNotASetting(_ text: String, _ place: String, _ message: String) throws {
    let error = #expect(throws: ProjectFileError.self) { try Self.file(text) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(place.isEmpty || error.map { "\($0.place)" } == place, "\(error.map { "\($0.place)" } ?? "")")
    #expect(error?.file == "bundlepolicy.yml")
  }

  @Test func sources() throws {
    let file = try Self.file(
      """
      sources:
        com.example.app:
          info: App/Info.plist
          strings: [App/*.lproj/*.strings, App/B.xcstrings]
        "com.example.*": { settings: [A.xcconfig] }
      """)
    let sources = file.sources
    #expect(sources.map(\.bundles.value) == ["com.example.app", "com.example.*"])
    #expect(sources[0].fields.map(\.field) == [.info, .strings])
    #expect(sources[0].fields[1].paths.map(\.value) == ["App/*.lproj/*.strings", "App/B.xcstrings"])
    #expect(sources[0].fields[1].paths[1].place == Place(line: 4, column: 38))
    #expect(sources[1].bundles.place == Place(line: 5, column: 3) && sources[1].fields[0].field == .settings)
  }

  /// Whatever a file contains, reading it ends soon.
  @Test func reading() throws {
    let laughs = "a: &a [x]\n" + (0..<20).map { "b\($0): &b\($0) [*a, *a, *a]\n" }.joined()
    #expect(throws: ProjectFileError.self) { try Self.file(laughs) }
    let deep = "parameters: " + String(repeating: "[", count: 100_000)
    #expect(throws: ProjectFileError.self) { try Self.file(deep) }
    let many = "bundles: [" + String(repeating: "a,", count: 1_001) + "]"
    #expect(throws: ProjectFileError.self) { try Self.file(many) }
    let folder = try TemporaryFolder(["bundlepolicy.yml": String(repeating: "#", count: ProjectFile.limit + 1)])
    let error = #expect(throws: ProjectFileError.self) { try ProjectFile.nearest(to: folder.path) }
    #expect(error?.code == .unreadable)
  }

  @Test func theNearest() throws {
    let folder = try TemporaryFolder(["bundlepolicy.yml": "baseline: outer", "a/b/c/x": "", "a/.git/HEAD": ""])
    #expect(try ProjectFile.nearest(to: folder.path)?.file == folder("bundlepolicy.yml"))
    // The top of a repository ends the search.
    #expect(try ProjectFile.nearest(to: folder("a/b/c")) == nil)
    try folder.write("a/bundlepolicy.yml", "baseline: inner")
    #expect(try ProjectFile.nearest(to: folder("a/b/c"))?.text(.baseline)?.value == "inner")
    try folder.link("a/b/bundlepolicy.yml", to: "nowhere")
    #expect(throws: ProjectFileError.self) { try ProjectFile.nearest(to: folder("a/b/c")) }
    try folder.makeDirectory("d/bundlepolicy.yml")
    #expect(throws: ProjectFileError.self) { try ProjectFile.nearest(to: folder("d")) }
  }

  private static let acme: ProjectFileText.Pack = [("source", "git+https://h/x"), ("version", "1.2")]
  private static let text = """
    # The project.
    fail-on: warning

    packs:
      # Ours.
      house:
        source: ../house   # a folder
      base: { source: "oci://h/base", version: ^1 }

    # Bundles come last.
    bundles: [a.app]

    """

  private static func changed(_ text: String, _ name: String, _ pack: ProjectFileText.Pack?) throws -> String {
    try ProjectFileText.changing(text, packs: [(name, pack)], file: "f")
  }

  @Test func packsAreChangedInPlace() throws {
    let added = try Self.changed(Self.text, "acme", Self.acme)
    #expect(
      added
        == Self.text.replacing(
          "version: ^1 }\n", with: "version: ^1 }\n  acme:\n    source: git+https://h/x\n    version: \"1.2\"\n"))
    #expect(try Self.changed(added, "acme", nil) == Self.text)
    #expect(
      try Self.changed(Self.text, "house", [("source", "../other")])
        == Self.text.replacing("source: ../house   # a folder", with: "source: ../other"))
    #expect(
      try Self.changed(Self.text, "base", nil)
        == Self.text.replacing("  base: { source: \"oci://h/base\", version: ^1 }\n", with: ""))
    // A file from Windows stays one.
    let windows = Self.text.replacing("\n", with: "\r\n")
    #expect(try Self.changed(windows, "acme", Self.acme) == added.replacing("\n", with: "\r\n"))
    #expect(try Self.changed(windows, "base", nil).hasSuffix("bundles: [a.app]\r\n"))
    #expect(try Self.changed("", "acme", [("source", "x")]) == "packs:\n  acme:\n    source: x\n")
    #expect(try Self.changed("packs:\n  a:\n    source: x\n", "a", nil) == "packs: {}\n")
    #expect(try Self.changed("packs: {}\nfail-on: note\n", "a", [("source", "x")]).hasPrefix("fail-on: note\npacks:\n"))
    #expect(
      try Self.changed("fail-on: note\npacks:\n    a:\n        source: x\n", "b", [("source", "y")])
        == "fail-on: note\npacks:\n    a:\n        source: x\n    b:\n      source: y\n")
  }

  @Test(arguments: [
    "{ packs: { a: { source: x } } }", "packs: { a: { source: x }, b: { source: y } }",
    "packs:\n  { a: { source: x } }\n",
  ])
  func aLayoutThatCannotBeChanged(_ text: String) throws {
    let error = #expect(throws: ProjectFileError.self) { try Self.changed(text, "c", [("source", "z")]) }
    #expect(error?.message.contains("because of its layout") == true)
  }

  @Test func aPackAmongOthersOnALineIsNotRemoved() throws {
    let text = "packs: { a: { source: x }, b: { source: y } }\nbaseline: z\n"
    #expect(throws: ProjectFileError.self) { try Self.changed(text, "a", nil) }
  }
}
