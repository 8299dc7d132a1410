import Basics
import Bundles
@testable import PolicyObjects
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

extension PolicyRun {
  /// The report, with explanations.
  func explained(_ graph: BundleGraph, previous: [BundleGraph]? = nil) throws -> Report {
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    let day = try #require(CalendarDate("2026-06-15"))
    var options = Check.Options(asOf: day, previous: previous, allowsEmpty: true)
    options.explains = true
    var check = Check(program, options)
    check.run(on: graph, path: graph.displayPath)
    return check.report()
  }
}

extension Read {
  /// `SORT [BUILD/][BUNDLE/][FILE] NAME = VALUE :LINE`.
  var text: String {
    let place = [build, bundle.isEmpty ? nil : bundle, file].compactMap { $0 }.joined(separator: "/")
    var text = [kind.rawValue, place == "Contents/Info.plist" ? "" : place, name].filter { !$0.isEmpty }
      .joined(separator: " ")
    if !isPresent { text += " absent" }
    if let value { text += " = \(value)" } else if let type { text += " = <\(type)>" }
    if let line { text += " :\(line)" }
    return text
  }
}

/// The recorded reads of rules, for every way of reading.
@Suite struct ReadRecorderTests {
  private static func app() throws -> BundleGraph {
    try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(
          """
          <key>CFBundleIdentifier</key><string>com.x.app</string>
          <key>CFBundleName</key><string>App</string>
          <key>A~ipad</key><integer>7</integer>
          <key>List</key><array><dict><key>n</key><string>one</string></dict><dict/></array>
          <key>LSMinimumSystemVersion</key><string>12.0</string>
          """), "Contents/Resources/a.txt": .text("text"),
        "Contents/Resources/other.plist": .info("<key>K</key><true/>"),
        "Contents/Resources/fr.lproj/InfoPlist.strings": .text("CFBundleName = \"Appli\";\n"),
      ])
  }

  private static func earlier() throws -> BundleGraph {
    try .app(["CFBundleIdentifier": "com.x.app", "CFBundleVersion": "41"], "Old.app")
  }

  private static func reads(_ fields: String) throws -> [String] {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", \(fields) }\n")
    let report = try run.explained(try app(), previous: [try earlier()])
    #expect(report.bundles[0].errors.map(\.message) == [])
    return try #require(report.bundles[0].rules[0].explanations?.first).reads.map(\.text)
  }

  private static let name = "key /CFBundleName = App :6"
  private static let identifier = "key /CFBundleIdentifier = com.x.app :5"

  @Test(arguments: [
    ("return bundle.info.CFBundleName", [name]), ("return bundle.info.Missing", ["key /Missing absent"]),
    ("return bundle.info['a/b']", ["key /a~1b absent"]),
    ("return bundle.info.CFBundleName .. bundle.info.CFBundleName", [name]),
    ("return bundle.info.List", ["key /List = <array> :8"]),
    (
      "return bundle.info.List[1].n",
      ["key /List = <array> :8", "key /List/0 = <dictionary> :8", "key /List/0/n = one :8"]
    ),
    ("return bundle.info.List[9]", ["key /List = <array> :8", "key /List/8 absent"]),
    (
      "for _, e in ipairs(bundle.info.List) do local x = e.n end",
      [
        "key /List = <array> :8", "key /List/0 = <dictionary> :8", "key /List/0/n = one :8",
        "key /List/1 = <dictionary> :8", "key /List/1/n absent", "entries /List = 2",
      ]
    ),
    ("for k in pairs(bundle.info) do end", ["entries = 5"]),
    ("for k in pairs(bundle.info) do break end", ["entries = 1 of 5"]),
    ("return #bundle.info.List", ["key /List = <array> :8", "entries /List = 2"]),
    ("return plist.find(bundle.info, '/List/*/n')", ["key /List/0/n = one :8"]),
    ("return plist.find(bundle.info, '/None/*')", ["key /None/* absent"]),
    (
      "return plist.resolve(bundle.info, 'A', { platform = 'ios', device = 'ipad' })",
      ["key /A absent", "key /A~0ipad = 7 :7"]
    ),
    ("return plist.variants(bundle.info, 'A')", ["key /A absent", "key /A~0ipad = 7 :7"]),
    ("return plist.place(bundle.info, 'CFBundleName')", [name]),
    ("return plist.diagnostics(bundle.info)", ["diagnostics"]),
    ("return bundle.identifier", ["bundle identifier = com.x.app", identifier]),
    ("return bundle.kind, bundle.platform", ["bundle kind = application", "bundle platform = macos"]),
    ("return bundle.executable", ["bundle executable absent", "key /CFBundleExecutable absent"]),
    ("return bundle.entitlements", ["bundle entitlements absent", "key /CFBundleExecutable absent"]),
    ("return bundle.localizations", ["bundle localizations = fr"]), ("return bundle.parent", ["bundle parent absent"]),
    (
      "return bundle.history[1].info.CFBundleVersion",
      ["bundle history = 1 earlier builds given", "key Old.app/Contents/Info.plist /CFBundleVersion = 41"]
    ),
    ("return bundle.files['Contents/Resources/a.txt']", ["file Contents/Resources/a.txt"]),
    ("return bundle.files['Contents/none']", ["file Contents/none absent"]),
    (
      "return bundle.files['Contents/Resources/a.txt'].sha256",
      ["file Contents/Resources/a.txt", "file Contents/Resources/a.txt = sha256"]
    ),
    ("for p in pairs(bundle.files) do end", ["files ** = 7"]), ("return #bundle.files", ["files ** = 7"]),
    ("return bundles.walk(bundle, '**/*.txt')", ["files **/*.txt = 1"]),
    ("return bundles.strays(bundle)", ["files ** = 7"]),
    ("return bundles.exists(bundle, 'Contents')", ["file Contents"]),
    ("return bundles.exists(bundle, 'None')", ["file None absent"]),
    ("return bundles.read(bundle, 'None')", ["file None absent"]),
    (
      "return bundles.read(bundle, 'Contents/Resources/other.plist').K",
      ["file Contents/Resources/other.plist", "key Contents/Resources/other.plist /K = true :5"]
    ),
    ("return bundles.resource(bundle, 'a', 'txt')", ["file Contents/Resources/a.txt"]),
    ("return bundles.resource(bundle, 'b', 'txt')", ["file b.txt absent"]),
    ("return bundles.strings(bundle, 'InfoPlist', 'fr')", ["strings InfoPlist (fr)"]),
    ("return bundles.strings(bundle, 'Other')", ["strings Other (no language) absent"]),
    (
      "return bundles.localized_info(bundle, 'fr')",
      [
        "strings InfoPlist (fr)", name, "entries = 5",
        "key Contents/Resources/fr.lproj/InfoPlist.strings /CFBundleName = Appli :1",
      ]
    ),
    // A read in a caught error counts as well.
    ("return pcall(function() return bundle.info.CFBundleName + {} end)", [name]),
  ])
  func functions(_ body: String, _ expected: [String]) throws {
    let check = "check = function(bundle, report) local _ = (function() \(body) end)() end"
    #expect(try Self.reads(check) == expected)
  }

  @Test(arguments: [
    (#"require = { "CFBundleName", "/List/0/n" }"#, [name, "key /List/0/n = one :8"]),
    (#"require = "/List/7/n""#, ["key /List/7 absent"]),
    (#"require = "/CFBundleName/x""#, ["key /CFBundleName/x absent"]),
    (#"forbid = "A""#, ["key /A absent", "key /A~0ipad = 7 :7"]),
    (
      #"shape = { CFBundleName = text, List = list_of { n = optional(text) } }"#,
      [
        name, "key /List = <array> :8", "key /List/0 = <dictionary> :8", "key /List/0/n = one :8",
        "key /List/1 = <dictionary> :8", "key /List/1/n absent",
      ]
    ),
    (#"shape = { A = optional(integer) }"#, ["key /A absent", "key /A~0ipad = 7 :7"]),
    (
      #"increases = "CFBundleVersion""#,
      [
        identifier, "key /CFBundleVersion absent", "key Old.app/Contents/Info.plist /CFBundleVersion = 41",
      ]
    ), (#"custom_keys = { prefix = "x." }"#, ["entries = 5"]),
    (#"qualified_keys = { default = "present" }"#, ["key /A absent", "entries = 5"]),
    (
      #"localize = { keys = "CFBundleName" }"#,
      [
        "strings InfoPlist (fr)", "bundle localizations = fr", "key /CFBundleDevelopmentRegion absent", name,
        "key Contents/Resources/fr.lproj/InfoPlist.strings /CFBundleName = Appli :1",
      ]
    ),
    (
      #"files = { require = { "**/a.txt", "**/b.txt" }, forbid = "**/*.plist" }"#,
      ["file Contents/Resources/a.txt", "files **/*.plist = 2", "files **/b.txt absent = 0"]
    ),
    (
      #"applies = { kind = "application", platform = "macos", nested = false, minimum_os = "11.0", when = function(b) return b.info.CFBundleName == "App" end }, require = "CFBundleName""#,
      [
        "bundle kind = application", "bundle nested = false", "bundle platform = macos", name,
        "key /LSMinimumSystemVersion = 12.0 :9", "key /MinimumOSVersion absent",
      ]
    ), (#"applies = { kind = "framework" }, require = "CFBundleName""#, ["bundle kind = application"]),
  ])
  func clauses(_ fields: String, _ expected: [String]) throws {
    #expect(Set(try Self.reads(fields)) == Set(expected))
    #expect(try Self.reads(fields).count == expected.count)
  }

  /// Lua keeps the values that a rule has read; the next rule reads them all the same.
  @Test func everyRuleHasItsOwn() throws {
    let rule = "summary = \"s\", check = function(b) local x = b.info.List[1].n end }\n"
    let run = try PolicyRun(
      "rule \"a\" { \(rule)rule \"b\" { \(rule)rule \"c\" { summary = \"s\", forbid = \"Zed\" }\n")
    let rules = try run.explained(try Self.app()).bundles[0].rules
    let reads = rules.compactMap { $0.explanations?.first?.reads.map(\.text) }
    #expect(reads[0] == reads[1] && reads[0].count == 3)
    #expect(reads[2] == ["key /Zed absent"])
  }

  @Test func whatIsReadIsBounded() throws {
    let check =
      "check = function(b) for i = 1, 12000 do local x = b.info['k' .. i] end for k in pairs(b.info) do end end"
    let run = try PolicyRun("rule \"r\" { summary = \"s\", \(check) }\n")
    let explanation = try #require(try run.explained(try Self.app()).bundles[0].rules[0].explanations?.first)
    #expect(explanation.reads.count == ReadRecorder.limit && explanation.isCut)
    #expect(explanation.infoKeys.count == ReadRecorder.limit)
  }

  @Test func nothingIsTakenDownUnlessAsked() throws {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", require = \"CFBundleName\" }\n")
    #expect(try run.report(try Self.app()).bundles[0].rules[0].explanations == nil)
  }
}
