@testable import PolicyTesting
import Basics
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// The places, messages and counts that failing examples expect.
@Suite struct ExpectedFindingsTests {
  /// The first line of each case that does not pass: its number, and the problems.
  private static func problems(_ clauses: String, fail: String) throws -> [String] {
    let folder = try TemporaryFolder([
      "policy.lua": PolicyRun.header + "rule \"r\" { summary = \"s\", \(clauses), examples = { fail = { \(fail) } } }"
    ])
    let run = PolicyTestRun(
      try PolicyProgram(.init(policies: [folder("policy.lua")])), asOf: try #require(CalendarDate("2026-06-15")))
    return run.cases.indices.flatMap { number in run.run(number).problems.map { "\(number + 1) \($0)" } }
  }

  @Test func placesOfKeys() throws {
    let fail = """
        { at = "/K" }, { at = "/L" }, { info = { K = "v" }, at = { "/A" } },
        { at = { "/K", "/A~1B" } }, { at = { "/A~1B", "/K", "/L" } }, { info = { K = "v" }, at = "Contents/Info.plist" },
        { info = { K = "v" }, at = "Contents/Info.plist:/A~1B" },
      """
    #expect(
      try Self.problems("require = { \"K\", \"/A~1B\" }", fail: fail) == [
        "1 test/r: findings at /A~1B, /K, expected at /K: /A~1B: /A~1B is missing; /K: K is missing",
        "2 test/r: findings at /A~1B, /K, expected at /L: /A~1B: /A~1B is missing; /K: K is missing",
        "3 test/r: findings at /A~1B, expected at /A: /A~1B: /A~1B is missing",
        "5 test/r: findings at /A~1B, /K, expected at /A~1B, /K, /L: /A~1B: /A~1B is missing; /K: K is missing",
        "6 test/r: findings at /A~1B, expected at Contents/Info.plist: /A~1B: /A~1B is missing",
        "7 test/r: findings at /A~1B, expected at Contents/Info.plist:/A~1B: /A~1B: /A~1B is missing",
      ])
  }

  @Test func placesOfFiles() throws {
    let check = """
      check = function(bundle, report)
        report("the bundle")
        report:at(bundle.info, nil, "the dictionary")
        report:file("Contents/a.txt", "a file")
        report:at(bundles.read(bundle, "Contents/b.plist"), "K", "a key of a file")
      end
      """
    let bundle = #"files = { ["Contents/a.txt"] = "a", ["Contents/b.plist"] = "{ K = v; }" }"#
    let places = #"at = { ".", "Contents/Info.plist", "Contents/a.txt", "Contents/b.plist:/K" }"#
    #expect(try Self.problems(check, fail: "{ \(bundle), \(places) }") == [])
    let found = try Self.problems(check, fail: "{ \(bundle), at = \"Contents/b.plist\" }")
    #expect(
      found.first?.hasPrefix(
        "1 test/r: findings at ., Contents/Info.plist, Contents/a.txt, Contents/b.plist:/K, expected at Contents/b.plist: "
      ) == true, "\(found)")
  }

  /// The path of a nested bundle stands for its Info.plist.
  @Test func placesInNestedBundles() throws {
    let fail = """
        { bundles = { ["Contents/PlugIns/S.appex"] = {} }, info = { K = "v" }, at = "Contents/PlugIns/S.appex:/K" },
        { bundles = { ["Contents/PlugIns/S.appex"] = {} }, info = { K = "v" }, at = "/K" },
        { bundles = { ["Contents/Frameworks/F.framework"] = { info = { K = 1 } } }, at = "/K" },
      """
    #expect(
      try Self.problems("require = \"K\"", fail: fail) == [
        "2 test/r: findings at Contents/PlugIns/S.appex:/K, expected at /K: /K: K is missing"
      ])
    let check = "check = function(bundle, report) report:file('Versions/A/Resources/x', 'f') report('b') end"
    let applies = "applies = { nested = true }, " + check
    let nested = #"bundles = { ["Contents/Frameworks/F.framework"] = { files = { ["Versions/A/Resources/x"] = "" } } }"#
    let places = #"{ "Contents/Frameworks/F.framework/Versions/A/Resources/x", "Contents/Frameworks/F.framework" }"#
    #expect(try Self.problems(applies, fail: "{ kind = 'application', \(nested), at = \(places) }") == [])
  }

  @Test func placesInOtherKindsOfBundles() throws {
    let fail = """
        { kind = "plist", at = "/K" }, { kind = "framework", at = "/K" }, { kind = "framework", platform = "ios", at = "/K" },
        { kind = "settings", at = "/K" }, { kind = "plist", at = "/L" },
      """
    #expect(
      try Self.problems("applies = { kind = { 'plist', 'framework', 'settings' } }, require = 'K'", fail: fail) == [
        "5 test/r: findings at /K, expected at /L: /K: K is missing"
      ])
  }

  @Test func messagesAndCounts() throws {
    let fail = """
        { message = "K is missing", count = 2 }, { message = { "K is", "L is missing" } }, { count = 1 },
        { message = { "K", "M" }, count = 3 }, { at = "/K", message = "L" },
      """
    #expect(
      try Self.problems("require = { \"K\", \"L\" }", fail: fail) == [
        "3 test/r: 2 findings, expected 1: /K: K is missing; /L: L is missing",
        "4 test/r: 2 findings, expected 3: /K: K is missing; /L: L is missing",
        "4 test/r: no finding says 'M', but /K: K is missing; /L: L is missing",
        "5 test/r: findings at /K, /L, expected at /K: /K: K is missing; /L: L is missing",
      ])
  }

  /// The result comes first: places are compared only of a bundle that fails.
  @Test func anExampleThatPassesIsReportedOnce() throws {
    #expect(
      try Self.problems("require = \"K\"", fail: #"{ info = { K = 1 }, at = "/K", count = 1 }"#) == [
        "1 test/r: the result is 'pass', expected 'fail'"
      ])
  }

  /// Of several bundles, each says where its own findings are; the others have none.
  @Test func bundlesThatAreCompared() throws {
    let across = """
      collect = function(bundle) return bundle.info.K end,
      across = function(bundles, report)
        for _, bundle in ipairs(bundles) do
          if bundle.facts == 1 then report:at(bundle, "K", "K is 1") end
        end
      end
      """
    let fail = """
        { { info = { K = 0 } }, { info = { K = 1 }, at = "/K", message = "K is 1", count = 1 } },
        { { info = { K = 0 }, at = "/K" }, { info = { K = 1 } } },
        { { info = { K = 1 }, at = "/K" }, { info = { K = 1 } } },
        { { info = { K = 1 } }, { info = { K = 1 }, count = 2 } },
      """
    #expect(
      try Self.problems(across, fail: fail) == [
        "2 test/r, bundle 1: findings at no place, expected at /K",
        "2 test/r, bundle 2: findings at /K, expected at no place: /K: K is 1",
        "3 test/r, bundle 2: findings at /K, expected at no place: /K: K is 1",
        "4 test/r, bundle 2: 1 finding, expected 2: /K: K is 1",
      ])
  }

  @Test(arguments: [
    ("fail = { { inof = {} } }", "fail example 1: unknown field 'inof'; did you mean 'info'?"),
    ("fail = { { att = '/K' } }", "fail example 1: unknown field 'att'; did you mean 'at'?"),
    ("fail = { {}, { at = 1 } }", "fail example 2: 'at' must be a list of strings, found integer"),
    ("fail = { { at = {} } }", "fail example 1: 'at' is empty, so it would check nothing"),
    (
      "fail = { { at = '/K~' } }",
      "fail example 1: '/K~' in 'at' is not a JSON Pointer: in a key, write '~0' for '~' and '~1' for '/'"
    ),
    (
      "fail = { { at = 'a.plist:/K~' } }",
      "fail example 1: 'a.plist:/K~' in 'at' is not a JSON Pointer: in a key, write '~0' for '~' and '~1' for '/'"
    ),
    (
      "fail = { { at = 'CFBundleName' } }",
      "fail example 1: 'CFBundleName' in 'at' would be a file; for the key, write '/CFBundleName'"
    ),
    ("fail = { { message = true } }", "fail example 1: 'message' must be a list of strings, found boolean"),
    ("fail = { { count = '1' } }", "fail example 1: 'count' must be a number of findings, found string"),
    ("fail = { { count = 0 } }", "fail example 1: 'count' must be a number of findings from 1, found 0"),
    ("fail = { { {}, { cuont = 1 } } }", "fail example 1, bundle 2: unknown field 'cuont'; did you mean 'count'?"),
    ("pass = { { at = '/K' } }", "pass example 1: a passing example has no findings; remove 'at'"),
    ("pass = { { {}, { count = 1 } } }", "pass example 1, bundle 2: a passing example has no findings; remove 'count'"),
    ("pass = { 1 }", "pass example 1: a table was expected, found integer"),
  ])
  func refused(_ examples: String, _ message: String) throws {
    let rule = "rule \"r\" { summary = \"s\", require = \"K\", examples = { \(examples) } }"
    #expect(
      try PolicyRun.loadingError(["policy.lua": PolicyRun.header + rule])
        == "policy.invalid policy.lua:2: rule 'r', " + message)
  }
}
