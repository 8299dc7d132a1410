import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// JSON and text files of a bundle, as rules read them.
@Suite struct PolicyHostContentsTests {
  private static let config = """
    {
      "name": "grün \\u00e9",
      "servers": [ { "host": "a" }, { "host": 7 } ],
      "big": 9223372036854775807,
      "real": 1.5, "whole": 2.0,
      "none": null, "nothing": null,
      "yes": true,
      "empty": {}, "list": []
    }
    """

  private static func app(_ files: [String: MemoryStorage.Node] = [:]) throws -> BundleGraph {
    let own: [String: MemoryStorage.Node] = [
      "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app"]), "c.json": .text(config),
      "bom.json": .file([0xEF, 0xBB, 0xBF] + Array(#"{"a":1}"#.utf8)), "scalar.json": .text(" \"x\" "),
      "alike.json": .text("{ \"caf\\u00e9\": 1, \"cafe\\u0301\": 2 }"),
      "bad.json": .text("{\n  \"a\": 1,\n}"), "twice.json": .text(#"{"a": 1, "a": 2}"#),
      "large.json": .text("[9223372036854775808]"), "deep.json": .text(String(repeating: "[", count: 65)),
      "latin.txt": .file([0x61, 0x0A, 0x62, 0xE9]), "a.txt": .text("one\ntwo é\n"), "empty.txt": .text(""),
      "link.json": .link("c.json"), "d/x": .text(""), "huge.json": .zeros(17 << 20), "gone.json": .link("nowhere"),
      "list.plist": .text("<plist><dict><key>a</key><string>b</string></dict></plist>"),
    ]
    return try .fixture("App.app", own.merging(files) { $1 })
  }

  private static func lines(_ body: String, _ graph: BundleGraph? = nil) throws -> [String] {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", check = function(bundle, report)\n\(body)\nend }")
    return run.lines(try run.report(try graph ?? app()))
  }

  @Test(arguments: [
    ("c.name", "grün é"), ("c.servers[1].host", "a"), ("#c.servers", "2"), ("c.big", "9223372036854775807"),
    ("math.type(c.big)", "integer"), ("c.real", "1.5"), ("math.type(c.whole)", "float"), ("c.yes", "true"),
    ("c.none == nil", "false"), ("plist.type(c.none)", "null"), ("c.none == c.nothing", "true"), ("c.absent", "nil"),
    ("c.none", "<null c.json:/none>"), ("#c.empty", "0"), ("#c.list", "0"), ("plist.type(c.empty)", "dictionary"),
    ("plist.type(c.list)", "array"), ("plist.format(c)", "json"), ("plist.path(c.servers[2])", "/servers/1"),
    ("plist.place(c, 'servers').line .. ':' .. plist.place(c, 'servers').column", "3:3"),
    ("plist.place(c.servers[2]).line .. ':' .. plist.place(c.servers[2]).column", "3:33"),
    ("plist.find(c, '/servers/*/host')[2].value", "7"),
    ("bundle.files['link.json'].json.name", "grün é"), ("bundle.files['bom.json'].json.a", "1"),
    ("bundle.files['scalar.json'].json", "x"), ("bundle.files['alike.json'].json['cafe\\u{301}']", "2"),
    ("bundle.files['d'].json", "nil"), ("bundle.files['d'].text", "nil"),
    ("bundle.files['a.txt'].text", "one\\ntwo é\\n"), ("#bundle.files['empty.txt'].text", "0"),
    ("bundle.files['bom.json'].text:sub(1, 1)", "{"),
    ("bundle.files['c.json'].json == bundle.files['c.json'].json", "true"),
    (
      "(function() local s = '' for k in pairs(c) do s = s .. k .. ' ' end return s end)()",
      "big empty list name none nothing real servers whole yes "
    ),
    ("bundles.problem(bundle, 'c.json')", "nil"), ("bundles.problem(bundle, 'none.json')", "nil"),
    ("bundles.problem(bundle, 'bad.json').message", "trailing comma after the last member; remove the comma"),
    ("bundles.problem(bundle, 'bad.json').code", "json.malformed"), ("bundles.problem(bundle, 'bad.json').line", "3"),
    ("bundles.problem(bundle, 'bad.json').column", "1"),
  ])
  func expressions(_ expression: String, _ expected: String) throws {
    let found = try Self.lines("local c = bundle.files['c.json'].json\nreport('=%s', tostring(\(expression)))")
    #expect(found.map { $0.replacing("\n", with: "\\n") } == ["=" + expected])
  }

  @Test(arguments: [
    ("bad.json", "json", "bad.json:3:1: error: trailing comma after the last member; remove the comma"),
    ("twice.json", "json", "twice.json:1:10: error: 'a' is a duplicate; the first is at 1:2; remove one of the two"),
    ("large.json", "json", "large.json:1:2: error: the integer does not fit into 64 bits"),
    ("latin.txt", "json", "latin.txt:2:2: error: the text is not UTF-8; save it as UTF-8"),
    ("latin.txt", "text", "latin.txt:2:2: error: the text is not UTF-8; save it as UTF-8"),
    ("empty.txt", "json", "empty.txt:1:1: error: expected a value, found the end of the text"),
  ])
  func malformed(_ file: String, _ field: String, _ message: String) throws {
    #expect(try Self.lines("local _ = bundle.files['\(file)'].\(field)") == ["policy.error policy.lua:3: " + message])
    // A rule can report an error that it catches.
    let caught = "local ok, error = pcall(function() return bundle.files['\(file)'].\(field) end)\nreport('%s', ok)"
    #expect(try Self.lines(caught) == ["false"])
  }

  @Test(arguments: [
    ("deep.json", "json", "limit.depth"), ("huge.json", "json", "limit.file-size"),
    ("huge.json", "text", "limit.file-size"),
  ])
  func limitsEndTheRule(_ file: String, _ field: String, _ code: String) throws {
    for body in [
      "local _ = bundle.files['\(file)'].\(field)", "pcall(function() return bundle.files['\(file)'].\(field) end)",
    ] {
      let lines = try Self.lines(body)
      #expect(lines.count == 1 && lines.first?.hasPrefix(code + " ") == true, "\(lines)")
    }
  }

  @Test func findingsHavePlaces() throws {
    let body = """
      local c = bundle.files["c.json"].json
      report:at(c.servers[2], "host", "not a name")
      report:missing(c.servers[1], "port")
      report:at(c.servers, 1, "an element")
      report:at(c, "none", "null")
      """
    let found = try Self.lines(body)
    let expected = [
      "c.json:6:3 /none = null: null", "c.json:3:16 /servers/0 = ", "c.json:3:16 /servers/0/port (missing): ",
      "c.json:3:35 /servers/1/host = 7: not a name",
    ]
    #expect(found.count == expected.count && zip(found, expected).allSatisfy { $0.hasPrefix($1) }, "\(found)")
  }

  /// The price of a rule does not depend on earlier rules.
  @Test func pricesAreTheSame() throws {
    let rule =
      "{ summary = 's', check = function(bundle) for _, p in ipairs { 'c.json', 'bom.json' } do local _ = bundle.files[p].json, bundle.files[p].text end end }"
    let run = try PolicyRun("rule 'a' \(rule)\nrule 'b' \(rule)")
    let rules = try run.report(Self.app()).bundles[0].rules
    #expect(rules.map(\.status) == [.pass, .pass] && rules[0].fuel == rules[1].fuel)
  }

  /// One file can be read both ways.
  @Test func propertyListsAreReadAsBefore() throws {
    let body = """
      report("%s %s", bundles.read(bundle, "list.plist").a, pcall(function() return bundle.files["list.plist"].json end))
      """
    #expect(try Self.lines(body) == ["b false"])
  }

  #if os(Linux)
    /// Two names that Swift's strings take for one: each has its own contents. macOS has no two such files.
    @Test func namesAreTakenByTheirBytes() throws {
      let (composed, decomposed) = ("Resources/\u{E9}", "Resources/e\u{301}")
      let folder = try TemporaryFolder()
      for (name, value) in [(composed, "one"), (decomposed, "two")] {
        try folder.write(
          "A.app/Contents/\(name).plist", PropertyListText.document("<key>a</key><string>\(value)</string>"))
        try folder.write("A.app/Contents/\(name).json", "\"\(value)\"")
        try folder.write("A.app/Contents/\(name).lproj/T.strings", "a = \(value);")
      }
      try folder.write(
        "A.app/Contents/Info.plist", PropertyListText.document("<key>CFBundleIdentifier</key><string>com.x.a</string>"))
      let run = try PolicyRun(
        """
        rule "r" { summary = "s", check = function(bundle, report)
          for _, name in ipairs { "\(composed)", "\(decomposed)" } do
            local path = "Contents/" .. name
            report("%s %s %s %d %d", bundles.read(bundle, path .. ".plist").a, bundle.files[path .. ".json"].json,
              (bundles.strings(bundle, "T", name:match("[^/]*$")) or { a = {} }).a.value, #bundles.walk(bundle, path .. ".*"),
              #bundles.files(bundle, path .. ".*", "file"))
          end
        end }
        """)
      let report = try run.report(BundleGraph.open(path: folder("A.app")))
      #expect(run.lines(report).sorted() == ["one one one 3 2", "two two two 3 2"])
    }
  #endif
}
