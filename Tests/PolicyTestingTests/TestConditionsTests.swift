@testable import PolicyTesting
import Basics
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// Days and parameters that tests and examples set.
@Suite struct TestConditionsTests {
  private static let policy =
    PolicyRun.header + """
      local channel = parameter "channel" { allowed = { "beta", "release" }, default = "beta" }
      local count = parameter "count" { default = 1 }
      local limits = parameter "limits" { type = "map", values = "integer", default = { a = 1 } }
      rule "r" {
        summary = "s", since = "2026-01-01",
        check = function(bundle, report)
          if channel == "release" then report("%s %d %d", as_of.text, count, limits.a or 0) end
        end,
        examples = EXAMPLES,
      }

      """

  private static func run(examples: String = "{}", tests: String = "", covers: Bool = false) throws -> (
    lines: [String], TemporaryFolder
  ) {
    let folder = try TemporaryFolder([
      "policy.lua": policy.replacing("EXAMPLES", with: examples), "policy_test.lua": tests,
    ])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")], tests: [folder("policy_test.lua")]))
    let errors = program.errors.map { folder.withoutPath(PolicyRun.describe($0)) }
    let run = PolicyTestRun(program, asOf: try #require(CalendarDate("2026-06-15")))
    let lines = run.cases.indices.map { number in
      let result = run.run(number)
      return folder.withoutPath(([result.testCase.name] + result.problems).joined(separator: " | "))
    }
    return (errors + lines, folder)
  }

  /// Several bundles are of one check.
  @Test func theFirstOfSeveralBundlesSetsThem() throws {
    let lines = try Self.run(examples: "{ pass = { { {}, { as_of = '2026-02-03' } } } }").lines
    #expect(
      lines.joined().contains(
        "bundle 2: 'as_of' and 'params' are those of the whole check; put them into the first bundle"))
  }

  @Test func testsSetThem() throws {
    let app = "given = fixture.application {}"
    let tests = """
      test "without" { \(app), expect = { r = "pass" } }
      test "channel" { \(app), params = { channel = "release" }, expect = { r = { message = "2026-06-15 1 1" } } }
      test "several" {
        \(app), params = { channel = "release", count = 7, limits = { a = 3 } }, as_of = "2026-02-03",
        expect = { r = { message = "2026-02-03 7 3" } },
      }
      test "a map is replaced" { \(app), params = { channel = "release", limits = {} }, expect = { r = { message = " 0" } } }
      test "nothing leaks" { \(app), expect = { r = "pass" } }
      test "before" { \(app), as_of = "2025-12-31", params = { channel = "release" }, expect = { r = "not-applicable" } }
      test "wrong" { \(app), params = { channel = "release" }, expect = { r = "pass" } }
      """
    #expect(
      try Self.run(tests: tests).lines == [
        "without", "channel", "several", "a map is replaced", "nothing leaks", "before",
        "wrong | test/r: the result is 'fail', expected 'pass': 2026-06-15 1 1",
      ])
  }

  @Test func examplesSetThem() throws {
    let examples = """
      {
        pass = { {}, { params = { count = 2 } }, { info = { K = 1 }, params = { channel = "beta" } } },
        fail = { { params = { channel = "release" }, as_of = "2025-01-01" }, { params = { channel = "beta" } }, {
          params = { chanel = "beta" },
        }, { params = { count = "2" } }, { bundles = { ["Contents/PlugIns/S.appex"] = { params = { count = 2 } } } } },
      }
      """
    #expect(
      try Self.run(examples: examples).lines == [
        "test/r: passes example 1", "test/r: passes example 2", "test/r: passes example 3", "test/r: fails example 1",
        "test/r: fails example 2 | test/r: the result is 'pass', expected 'fail'",
        "test/r: fails example 3 | params: no policy has a parameter 'chanel'; did you mean 'channel'?",
        "test/r: fails example 4 | params: parameter 'count' is an integer, found string (policy.lua:3 declares it)",
        "test/r: fails example 5 | fail example 5, bundles, Contents/PlugIns/S.appex: 'params' is not a property of a bundle; put it beside 'given' in the test, or into the example itself",
      ])
  }

  @Test(arguments: [
    ("params = { chanel = 'beta' }", "no policy has a parameter 'chanel'; did you mean 'channel'?"),
    (
      "params = { channel = 'relase' }",
      "parameter 'channel' (policy.lua:2) does not allow 'relase'; did you mean 'release'? (allowed values: 'beta', 'release')"
    ), ("params = { count = 'x' }", "parameter 'count' (policy.lua:3) is an integer, found string"),
    (
      "params = { limits = { a = 'x' } }",
      "parameter 'limits' (policy.lua:4) is a map of integers, found string for 'a'"
    ),
    (
      "params = { limits = { 1 } }",
      "parameter 'limits' (policy.lua:4) is a map of integers, found an entry without a name"
    ),
  ])
  func wrongValuesInTests(_ field: String, _ message: String) throws {
    let tests = "\ntest \"t\" { given = fixture.application {}, \(field), expect = \"pass\" }"
    let lines = try Self.run(tests: tests).lines
    #expect(lines.first == "test.parameter policy_test.lua:2: test 't', params: " + message)
  }

  /// Programs with other parameters are kept for a while, and let go.
  @Test func manyParameters() throws {
    let tests = (1...30).map { number in
      "test \"\(number)\" { given = fixture.application {}, params = { channel = 'release', count = \(number % 12) }, "
        + "expect = { r = { message = ' \(number % 12) ' } } }"
    }
    #expect(try Self.run(tests: tests.joined(separator: "\n")).lines == (1...30).map(String.init))
  }

  @Test func linesRunWithOtherParametersAreCovered() throws {
    let tests = """
      test "t" { given = fixture.application {}, params = { channel = "release" }, expect = { r = "fail" } }
      """
    let folder = try TemporaryFolder([
      "policy.lua": Self.policy.replacing("EXAMPLES", with: "{}"), "policy_test.lua": tests,
    ])
    var options = PolicyTestSession.Options(asOf: try #require(CalendarDate("2026-06-15")), jobs: 2)
    options.covers = true
    let outcome = try #require(
      PolicyTestSession.run(
        [PolicyTestSuite(policy: folder("policy.lua"), tests: [folder("policy_test.lua")])], options
      ).first)
    #expect(outcome.errors.isEmpty && outcome.results.map(\.problems) == [[]])
    let file = try #require(outcome.coverage.lines.files.first)
    #expect(file.lines.map(\.runs) == [1])
  }
}
