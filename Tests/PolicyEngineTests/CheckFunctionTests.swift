import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// `check` functions: what they report, and what becomes of their mistakes.
@Suite struct CheckFunctionTests {
  struct Case: CustomTestStringConvertible {
    let body: String
    let lines: [String]
    var testDescription: String { body }

    init(_ body: String, _ lines: [String] = []) {
      self.body = body
      self.lines = lines
    }
  }

  private static let info = """
    <key>CFBundleIdentifier</key><string>com.x.app</string>
    <key>Host</key><string>staging</string>
    <key>List</key><array><string>a</string><dict><key>a/b</key><integer>7</integer></dict></array>
    <key>When</key><date>2026-02-03T04:05:06Z</date>
    <key>Bytes</key><data>AQID</data>
    """

  private static func rule(_ body: String, _ id: String = "r") -> String {
    "rule \"\(id)\" { summary = \"s\", check = function(bundle, report)\n\(body)\nend }\n"
  }

  private static func app() throws -> BundleGraph {
    try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(info), "Contents/MacOS/App": .text("x", mode: 0o755),
        "Contents/Resources/en.lproj/InfoPlist.strings": .text("\"A\" = \"b\";\n\"C\" = \"d\";\n"),
      ])
  }

  @Test(arguments: [
    Case("report('plain')", ["plain"]),
    Case("report('%s has %d%%', 'it', 7)", ["it has 7%"]),
    Case("report('with', { expected = 'e', fix = 'f' })", ["with [expected e] [fix f]"]),
    Case("report('%s', 'x', { expected = 'e' })", ["x [expected e]"]),
    Case(
      "report:at(bundle.info, 'Host', '%s is a host', bundle.info.Host)",
      ["Contents/Info.plist:6:1 /Host = staging: staging is a host"]),
    Case("report:at(bundle, 'Host', 'by the bundle')", ["Contents/Info.plist:6:1 /Host = staging: by the bundle"]),
    Case("report:at(bundle.info.List, 1, 'in a list')", ["Contents/Info.plist:7:23 /List/0 = a: in a list"]),
    Case("report:at(bundle.info.List[2], 'a/b', 'escaped')", ["Contents/Info.plist:7:47 /List/1/a~1b = 7: escaped"]),
    Case(
      "report:at(bundle.info.List, nil, 'the list itself')",
      ["Contents/Info.plist:7:16 /List = [\"a\", {a/b: 7}]: the list itself"]),
    Case("report:at(bundle.info, 'None', 'not there')", ["Contents/Info.plist:4:1 /None (missing): not there"]),
    Case(
      "report:at(bundle.info.List, 'name', 'a list has no names')",
      [
        "Contents/Info.plist:7:16 /List/name (missing): a list has no names"
      ]),
    Case(
      "report:at(bundle.info.List, 3, 'past the end')",
      [
        "policy.error policy.lua:3: report:at(node, key, message, …): there is no element 3, the list has 2"
      ]),
    Case(
      "report:at(bundle.info.List, 0, 'before the start')",
      [
        "policy.error policy.lua:3: report:at(node, key, message, …): there is no element 0, the list has 2"
      ]),
    Case(
      "report:at(bundle.info, 1, 'a position in a dictionary')",
      [
        "policy.error policy.lua:3: report:at(node, key, message, …): a dictionary has keys, not positions"
      ]),
    Case(
      "report:at(bundle.info, true, 'no key')",
      [
        "policy.error policy.lua:3: report:at(node, key, message, …): the key is a name or a position, found boolean"
      ]),
    Case(
      "report:at(bundle.info.When, nil, 'a date')",
      [
        "Contents/Info.plist:8:16 /When = 2026-02-03T04:05:06Z: a date"
      ]),
    Case(
      "report:missing(bundle.info, 'None')", ["Contents/Info.plist:4:1 /None (missing): None is missing [fix add None]"]
    ),
    Case(
      "report:missing(bundle.info, 'a~/b', 'no %s', 'luck')",
      ["Contents/Info.plist:4:1 /a~0~1b (missing): no luck [fix add a~/b]"]),
    Case(
      "report:missing(bundle.info, 'None', { fix = 'do' })",
      ["Contents/Info.plist:4:1 /None (missing): None is missing [fix do]"]),
    Case(
      "report:missing(bundle.info.List[2], 'c', 'm', { expected = 'e' })",
      [
        "Contents/Info.plist:7:41 /List/1/c (missing): m [expected e] [fix add c]"
      ]),
    Case("report:file('Contents/MacOS/App', 'a file')", ["Contents/MacOS/App: a file"]),
    Case(
      "report:file('Contents/none', 'no file', { fix = 'make it' })", ["Contents/none (missing): no file [fix make it]"]
    ),
    Case(
      "local t = bundles.read(bundle, 'Contents/Resources/en.lproj/InfoPlist.strings'); report:at(t, 'C', 'in strings')",
      [
        "Contents/Resources/en.lproj/InfoPlist.strings:2:1 /C = d: in strings"
      ]),
    Case(
      "report:at(bundle.info, 'Host', 'a'); report:at(bundle.info, 'Host', 'b')",
      ["Contents/Info.plist:6:1 /Host = staging: a", "Contents/Info.plist:6:1 /Host = staging: b"]),
    Case(
      "report('')",
      [
        "policy.error policy.lua:3: report(message, …): the message must be a string that says something, found an empty one"
      ]),
    Case(
      "report()",
      [
        "policy.error policy.lua:3: report(message, …): the message must be a string that says something, found nil"
      ]),
    Case(
      "report(7)",
      [
        "policy.error policy.lua:3: report(message, …): the message must be a string that says something, found integer"
      ]),
    Case(
      "report('x', {}, {})",
      [
        "x"
      ]),
    Case(
      "report('x', { expectd = 'e' })",
      [
        "policy.error policy.lua:3: the options of a report: unknown field 'expectd'; did you mean 'expected'?"
      ]),
    Case(
      "report('x', { severity = 'fatal' })",
      [
        "policy.error policy.lua:3: the options of a report: unknown severity 'fatal'; known are note, warning, error"
      ]),
    Case(
      "report('%d', 'x')",
      [
        "policy.error policy.lua:3: bad argument #2 to '?' (number expected, got string)"
      ]),
    Case(
      "report('%s')",
      [
        "%s"
      ]),
    Case(
      "report('%y', 1)",
      [
        "policy.error policy.lua:3: invalid conversion '%y' to 'format'"
      ]),
    Case(
      "report.at('x')",
      [
        "policy.error policy.lua:3: report:at(node, key, message, …): the node must be a dictionary or array of a property list, found nil"
      ]),
    Case(
      "report:att(bundle.info, 'Host', 'm')",
      [
        "policy.error policy.lua:3: the report has no function 'att'; did you mean 'at'?"
      ]),
    Case(
      "report:at('Host', 'm')",
      [
        "policy.error policy.lua:3: report:at(node, key, message, …): the node must be a dictionary or array of a property list, found string"
      ]),
    Case(
      "report:file(7, 'm')",
      [
        "policy.error policy.lua:3: report:file(path, message, …): the path must be a string"
      ]),
    Case(
      "report:missing(bundle.info)",
      [
        "policy.error policy.lua:3: report:missing(node, key[, message]): the key must be a string"
      ]),
    Case(
      "report:at(bundle.info, 'Host')",
      [
        "policy.error policy.lua:3: report:at(node, key, message, …): the message must be a string that says something, found nil"
      ]),
    Case(
      "report.x = 1",
      [
        "policy.error policy.lua:3: <report> is read-only: cannot set 'x'"
      ]),
    Case(
      "bundle.info.Host = 'x'",
      [
        "policy.error policy.lua:3: <dictionary Contents/Info.plist:> is read-only: cannot set 'Host'"
      ]),
    Case(
      "bundle.name = 'x'",
      [
        "policy.error policy.lua:3: <bundle App.app> is read-only: cannot set 'name'"
      ]),
    Case(
      "return 'Host is wrong'",
      [
        "policy.error policy.lua:2: 'check' returned string; it reports with report(…), and returns nothing"
      ]),
    Case(
      "return false",
      [
        "policy.error policy.lua:2: 'check' returned boolean; it reports with report(…), and returns nothing"
      ]),
    Case(
      "return bundle",
      [
        "policy.error policy.lua:2: 'check' returned bundle object; it reports with report(…), and returns nothing"
      ]), Case("return nil"),
    Case(
      "return {}",
      [
        "policy.error policy.lua:2: 'check' returned list; it reports with report(…), and returns nothing"
      ]),
    Case(
      "return function() end",
      [
        "policy.error policy.lua:2: 'check' returned function; it reports with report(…), and returns nothing"
      ]), Case("do return end"),
    Case(
      "error('by hand')",
      [
        "policy.error policy.lua:3: by hand"
      ]),
    Case(
      "local x = bundle.info.Host.y.z",
      [
        "policy.error policy.lua:3: there is no function 'string.y'; known are byte, char, find, format, gmatch, gsub, len, lower, match, rep, reverse, sub, upper"
      ]),
    Case(
      "local x = bundle.info.None.Deep",
      [
        "policy.error policy.lua:3: attempt to index a nil value (field 'None')"
      ]),
    Case(
      "local x = bundle.infos",
      [
        "policy.error policy.lua:3: a bundle has no field 'infos'; did you mean 'info'?"
      ]),
    Case(
      "local x = bundle.inof",
      [
        "policy.error policy.lua:3: a bundle has no field 'inof'; did you mean 'info'?"
      ]),
    Case(
      "local x = bundle.info.When.yaer",
      [
        "policy.error policy.lua:3: a date has no field 'yaer'; did you mean 'year'?"
      ]),
    Case(
      "local x = bundle.info.Bytes.size",
      [
        "policy.error policy.lua:3: data has no field 'size'; known are length, bytes"
      ]),
    Case(
      "local x = bundle.info[1]",
      [
        "policy.error policy.lua:3: a dictionary is read by name, not by position"
      ]),
    Case(
      "local x = bundle.info.List.first",
      [
        "policy.error policy.lua:3: an array is read by position (1, 2, …), not by name ('first')"
      ]),
    Case(
      "local x = bundle.files['Contents/MacOS/App'].sise",
      [
        "policy.error policy.lua:3: a file has no field 'sise'; did you mean 'size'?"
      ]),
    Case(
      "local x = version.parse('1.2').nubmers",
      [
        "policy.error policy.lua:3: a version has no field 'nubmers'; did you mean 'numbers'?"
      ]),
    Case(
      "local x = keys.CFBundleName.tpye",
      [
        "policy.error policy.lua:3: a key has no field 'tpye'; did you mean 'type'?"
      ]),
    Case(
      "local x = bundle[1]",
      [
        "policy.error policy.lua:3: a bundle is read by field name"
      ]),
    Case(
      "local x = #bundle",
      [
        "policy.error policy.lua:3: this object has no length"
      ]),
    Case(
      "for k in pairs(bundle) do end",
      [
        "policy.error policy.lua:3: this object cannot be iterated"
      ]), Case("local x = bundle < bundle", []),
    Case(
      "x = 1",
      [
        "policy.error policy.lua:3: cannot assign to the global 'x'; write 'local x = …'"
      ]),
    Case(
      "local y = x",
      [
        "policy.error policy.lua:3: there is no global 'x'; known are assert, bundles, error, getmetatable, glob, import, ipairs, keys, locale, math, next, pairs, parameter, pcall, plist, policy, rule, select, setmetatable, string, table, tonumber, tostring, type, utf8, uuid, version, waive, xpcall"
      ]),
    Case(
      "rule 'z' { summary = 's', require = 'K' }",
      [
        "policy.error policy.lua:3: 'rule' can only be used while the policy loads, not inside a rule"
      ]),
    Case(
      "policy 'z' { summary = 's' }",
      [
        "policy.error policy.lua:3: 'policy' can only be used while the policy loads, not inside a rule"
      ]),
    Case(
      "parameter 'z' { default = 1 }",
      [
        "policy.error policy.lua:3: 'parameter' can only be used while the policy loads, not inside a rule"
      ]),
    Case(
      "waive 'r' { because = 'b' }",
      [
        "policy.error policy.lua:3: 'waive' can only be used while the policy loads, not inside a rule"
      ]),
    Case(
      "import 'acme.names'",
      [
        "policy.error policy.lua:3: 'import' can only be used while the policy loads, not inside a rule"
      ]),
    Case(
      "local x = version.parse('1') < version.parse('1.0.0', 'semver')",
      [
        "policy.error policy.lua:3: a version of dialect apple cannot be compared with one of semver"
      ]),
    Case(
      "local x = version.compare('1', 'x')",
      [
        "policy.error policy.lua:3: 'x' is not a version of dialect apple; try version.parse first"
      ]),
    Case(
      "local x = plist.resolve(bundle.info.List, 'K')",
      [
        "policy.error policy.lua:3: plist.resolve(info, key, { platform = …, device = … }) needs the top-level dictionary of a property list, found <array Contents/Info.plist:/List>"
      ]),
    Case(
      "local x = plist.resolve(bundle.info, 'K', { platform = 'osx' })",
      [
        "policy.error policy.lua:3: plist.resolve: there is no platform 'osx'; known are macos, ios, tvos, watchos, visionos, catalyst"
      ]),
    Case(
      "local x = plist.resolve(bundle.info, 'K', { platfrom = 'ios' })",
      [
        "policy.error policy.lua:3: plist.resolve: unknown field 'platfrom'; did you mean 'platform'?"
      ]),
    Case(
      "local x = glob.match('[a', 'b')",
      [
        "policy.error policy.lua:3: '[a' is not a pattern: a '[' has no ']'"
      ]),
    Case("local x = bundles.read(bundle, 'Contents/MacOS/App')", []),
    Case(
      "local x = bundles.read(bundle, '../x')",
      [
        "policy.error policy.lua:3: ../x leads out of the bundle; it was not followed"
      ]),
    Case(
      "local x = bundles.read(bundle, 7)",
      [
        "policy.error policy.lua:3: bundles.read(bundle, path): the path must be a string"
      ]),
    Case(
      "local x = bundles.read(bundle.info, 'x')",
      [
        "policy.error policy.lua:3: bundles.read(bundle, path) needs a bundle, found <dictionary Contents/Info.plist:>"
      ]),
    Case(
      "local x = bundles.walk(bundle, '[')",
      [
        "policy.error policy.lua:3: bundles.walk(bundle, pattern): '[' is not a pattern: a '[' has no ']'"
      ]),
    Case(
      "local x = locale.language(7)",
      [
        "policy.error policy.lua:3: locale.language needs a string"
      ]),
  ])
  func bodies(_ tested: Case) throws {
    // The other rule's result stands whatever this one does.
    let run = try PolicyRun(
      Self.rule(tested.body) + "rule \"other\" { summary = \"s\", forbid = \"Host\" }", modules: ["acme/names.lua": ""])
    let report = try run.report(Self.app())
    let (other, own) = (
      run.lines(report).filter { $0.contains("is not allowed") },
      run.lines(report).filter { !$0.contains("is not allowed") }
    )
    #expect(own == tested.lines)
    #expect(other.count == 1 && report.bundles[0].rules[1].status == .fail)
    #expect((report.verdict == .error) == !report.bundles[0].errors.isEmpty)
  }

  @Test func findingsBeforeAnErrorAreKept() throws {
    let run = try PolicyRun(Self.rule("report:at(bundle.info, 'Host', 'kept')\nerror('then it fails')"))
    let report = try run.report(Self.app())
    #expect(
      run.lines(report) == [
        "Contents/Info.plist:6:1 /Host = staging: kept", "policy.error policy.lua:4: then it fails",
      ])
    #expect(report.bundles[0].rules.map(\.status) == [.error] && report.bundles[0].rules[0].findings == 1)
    #expect(report.bundles[0].errors[0].rule == "test/r")
    #expect(report.verdict == .error && report.summary.errors == 1 && report.summary.rulesFailed == 1)
  }

  @Test func aCaughtErrorIsNoError() throws {
    let run = try PolicyRun(Self.rule("local ok, why = pcall(error, 'inside')\nreport('%s %s', ok, why)"))
    let report = try run.report(Self.app())
    #expect(run.lines(report) == ["false inside"] && report.verdict == .fail)
  }

  @Test func severityOfOneFinding() throws {
    let report = try PolicyRun(
      Self.rule("report('a', { severity = 'note' }); report('b', { severity = 'warning' }); report('c')")
    )
    .report(Self.app())
    #expect(report.bundles[0].findings.map(\.severity) == [.note, .warning, .error])
    #expect([report.summary.notes, report.summary.warnings, report.summary.errors] == [1, 1, 1])
  }

  @Test func aDiscriminatorIsTheRules() throws {
    let report = try PolicyRun(
      Self.rule("report('a', { discriminator = 'one' }); report('b'); report:at(bundle.info, 'Host', 'c')")
    )
    .report(Self.app())
    #expect(report.bundles[0].findings.map(\.discriminator) == ["one", "", ""])
  }

  @Test func tooManyFindings() throws {
    let report = try PolicyRun(Self.rule("for i = 1, 100001 do report('x') end")).report(Self.app())
    #expect(report.bundles[0].findings.count == 100_000)
    #expect(report.bundles[0].errors.map(\.message) == ["the rule reported more than 100000 findings on one bundle"])
  }

  @Test func binaryHasNoLines() throws {
    // {"Host": "h"}, put together by hand.
    let bytes =
      Array("bplist00".utf8) + [0xD1, 1, 2, 0x54] + Array("Host".utf8) + [0x51] + Array("h".utf8) + [8, 11, 16]
      + [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 18]
    let graph = try BundleGraph.fixture("App.app", ["Contents/Info.plist": .file(bytes)])
    let run = try PolicyRun("rule \"r\" { summary = \"s\", forbid = \"Host\", require = \"K\" }")
    #expect(
      run.lines(try run.report(graph)) == [
        "Contents/Info.plist /Host = h: Host is not allowed [expected no Host] [fix remove Host]",
        "Contents/Info.plist /K (missing): K is missing [expected a value] [fix add K]",
      ])
  }

  // MARK: Limits

  @Test(arguments: [
    ("while true do end", "limit.fuel"), ("pcall(function() while true do end end)", "limit.fuel"),
    ("local s = ('a'):rep(3000); s:find('.-.-.-.-b')", "limit.fuel"),
    ("while true do pcall(error) end", "limit.fuel"), ("while true do local x = bundle.info.Host end", "limit.fuel"),
    ("while true do local x = version.parse('1.2.3') end", "limit.fuel"),
    ("local t = {}; for i = 1, 1e9 do t[i] = i end", "limit.memory"),
    ("local s = 'x'; while true do s = s .. s end", "limit.memory"),
    ("return ('x'):rep(1e15)", "limit.memory"),
  ])
  func limits(_ body: String, _ code: String) throws {
    let run = try PolicyRun(
      Self.rule("report('before')\n" + body, "loops") + "rule \"fine\" { summary = \"s\", require = \"Host\" }\n"
        + Self.rule("report('after %s', bundle.info.Host)", "after"))
    let report = try run.report(Self.app(), fuel: 3_000_000, limits: .init(memory: 16 << 20))
    #expect(report.bundles[0].errors.map(\.code) == [code])
    #expect(report.bundles[0].errors.map(\.rule) == ["test/loops"])
    #expect(report.bundles[0].rules.map(\.status) == [.error, .pass, .fail])
    #expect(report.bundles[0].findings.map(\.message) == ["after staging", "before"])
    #expect(report.verdict == .error)
  }

  /// Objects that one rule has seen are not counted against the next.
  @Test func memoryIsEachRulesOwn() throws {
    let run = try PolicyRun(
      Self.rule("for i = 1, 30000 do local v = version.parse(tostring(i)) end", "first")
        + Self.rule("local t = {} for i = 1, 6 do t[i] = ('x'):rep(1 << 20) .. i end report('fits')", "second"))
    let report = try run.report(Self.app(), limits: .init(memory: 12 << 20))
    #expect(report.bundles[0].rules.map(\.status) == [.pass, .fail], "\(run.lines(report))")
  }

  /// What a policy makes while it loads stays what it was, on every bundle.
  @Test func objectsMadeWhileLoadingLast() throws {
    let run = try PolicyRun(
      """
      local minimum, name = version.parse("2.0"), keys.CFBundleName
      rule "r" { summary = "s", check = function(bundle, report)
        local own, other = version.parse(bundle.info.V), keys.CFBundleVersion
        report("%s < %s: %s, %s and %s", own, minimum, own < minimum, name.name, other.name)
      end }
      """)
    let report = try run.report(.app(["V": "1.0"], "A.app"), .app(["V": "3.0"], "B.app"), .app(["V": "1.0"], "C.app"))
    #expect(
      run.lines(report) == [
        "1.0 < 2.0: true, CFBundleName and CFBundleVersion", "3.0 < 2.0: false, CFBundleName and CFBundleVersion",
        "1.0 < 2.0: true, CFBundleName and CFBundleVersion",
      ])
  }

  @Test func theSameWorkUsesTheSameFuel() throws {
    let run = try PolicyRun(Self.rule("for k, v in pairs(bundle.info) do local s = tostring(v):upper() end"))
    let fuel = try (0..<3).map { _ in try run.report(Self.app()).bundles[0].rules[0].fuel }
    #expect(Set(fuel).count == 1 && fuel[0] > 0)
  }
}
