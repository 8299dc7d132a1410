@testable import PolicyTesting
import Basics
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Tests of policies: examples, tests in files, fixtures, and what is said when something differs.
@Suite struct PolicyTestRunTests {
  /// The problems of each case; nil texts are cases that passed.
  private static func run(_ rules: String, tests: String = "") throws -> [String] {
    let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + rules, "policy_test.lua": tests])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")], tests: [folder("policy_test.lua")]))
    let day = try #require(CalendarDate("2026-06-15"))
    let run = PolicyTestRun(program, asOf: day)
    return run.cases.indices.map { number in
      let result = run.run(number)
      return ([result.testCase.name] + result.problems).joined(separator: " | ")
    }
  }

  private static func refusal(tests: String) throws -> String? {
    let rules = "rule \"r\" { summary = \"s\", require = \"K\" }\n"
    let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + rules, "policy_test.lua": tests])
    do throws(EngineError) {
      _ = try PolicyProgram(.init(policies: [folder("policy.lua")], tests: [folder("policy_test.lua")]))
      return nil
    } catch {
      return folder.withoutPath(PolicyRun.describe(error))
    }
  }

  @Test func examples() throws {
    let rules = """
      rule "r" { summary = "s", require = "K", examples = {
        pass = { { info = { K = "v" } }, { info = { K = "" } }, { kind = "plist", info = { K = 1 } } },
        fail = { {}, { info = { K = { 1, { A = true, ["$x"] = 1.5 } } } }, { info = { K = io } } },
      } }
      """
    #expect(throws: EngineError.self) { try Self.run(rules) }  // `io` is not a global
    let found = try Self.run(rules.replacing("io }", with: "math.abs }"))
    #expect(
      found == [
        "test/r: passes example 1",
        "test/r: passes example 2 | test/r: the result is 'fail', expected 'pass': /K: K is empty",
        "test/r: passes example 3", "test/r: fails example 1",
        "test/r: fails example 2 | test/r: the result is 'pass', expected 'fail'",
        "test/r: fails example 3 | fail example 3, info, K: a property list cannot contain a function",
      ])
  }

  @Test func examplesAreOfTheKindTheRuleIsFor() throws {
    let rule =
      #"rule "r" { summary = "s", applies = { kind = "framework", platform = "ios" }, require = "CFBundleName", examples = { pass = { {} }, fail = { { without = "CFBundleName" }, { kind = "application" } } } }"#
    #expect(
      try Self.run(rule) == [
        "test/r: passes example 1", "test/r: fails example 1",
        "test/r: fails example 2 | test/r: the result is 'not-applicable', expected 'fail': it is for framework bundles",
      ])
  }

  @Test func testsOfWholeBundles() throws {
    let rules = """
      rule "r" { summary = "s", require = "K" }
      rule "grows" { summary = "s", applies = { nested = false }, increases = "CFBundleVersion" }
      rule "files" { summary = "s", files = { require = "Contents/x" } }
      rule "strings" { summary = "s", localize = { languages = "fr", keys = "CFBundleName" } }
      """
    let tests = """
      local base = fixture.application {
        info = { K = "v", CFBundleVersion = "2" }, files = { ["Contents/x"] = "y" },
        localizations = { fr = { InfoPlist = { CFBundleName = "n" } }, en = {} },
        history = { { info = { CFBundleVersion = "1" } } },
      }
      test "all" { given = base, expect = { verdict = "pass", r = "pass", ["test/grows"] = "pass", files = "pass", strings = "pass" } }
      test "without" { given = base:with { without = "K" }, expect = { r = { key = "K", findings = 1, message = "missing" } } }
      test "history" { given = base:with { info = { CFBundleVersion = "1" } }, expect = { grows = "fail" } }
      test "derived twice" { given = base:with { without = "K" }:with { info = { K = "w" } }, expect = "pass" }
      test "wrong" {
        given = base, expect = { verdict = "fail", r = { findings = 2, key = "A" }, grows = { status = "pass", message = "x" } },
      }
      test "wrong place" { given = base:with { without = "K" }, expect = { r = { key = "A", file = "B", message = "C" } } }
      test "nested" {
        given = base:with { bundles = { ["Contents/PlugIns/S.appex"] = fixture.extension { info = { K = "v" } } } },
        expect = { r = "pass", files = { file = "Contents/x" } },
      }
      """
    #expect(
      try Self.run(rules, tests: tests) == [
        "all", "without", "history", "derived twice",
        "wrong | the verdict is 'pass', expected 'fail' | test/grows: no finding says 'x' | test/r: the result is 'pass', expected 'fail'",
        "wrong place | test/r: no finding at /A, but /K: K is missing | test/r: no finding about B, but /K: K is missing | test/r: no finding says 'C', but /K: K is missing",
        "nested",
      ])
  }

  @Test func countsOfAllFindings() throws {
    let rules = """
      rule "r" { summary = "s", require = { "K", "L" } }
      rule "n" { summary = "s", severity = "note", forbid = "N" }
      rule "findings" { summary = "s", forbid = "F" }
      """
    let tests = """
      local base = fixture.application { info = { K = "v", L = "v" } }
      test "silent" { given = base, expect = { verdict = "pass", findings = 0 } }
      test "a note counts" { given = base:with { info = { N = 1 } }, expect = { verdict = "pass", findings = 0 } }
      test "that alone" { given = base:with { without = "K" }, expect = { findings = 1, r = { key = "K" } } }
      test "more" { given = base:with { without = { "K", "L" }, info = { N = 1 } }, expect = { findings = 2 } }
      test "less" { given = base, expect = { findings = 1 } }
      test "a rule of this name" { given = base:with { info = { F = 1 } }, expect = { findings = { key = "F" } } }
      """
    #expect(
      try Self.run(rules, tests: tests) == [
        "silent", "a note counts | findings of all rules: 1, expected 0, test/n: /N: N is not allowed", "that alone",
        "more | findings of all rules: 3, expected 2, test/r: /K: K is missing; test/r: /L: L is missing; test/n: /N: N is not allowed",
        "less | findings of all rules: 0, expected 1", "a rule of this name",
      ])
  }

  @Test(arguments: [
    (
      #"test "t" { given = {}, expect = { findings = -1 } }"#,
      "test 't', expect: 'findings' must be the total number of findings of all rules, found -1"
    ),
    (#"test "t" { expect = "pass" }"#, "test 't': 'given' is missing: the bundle, such as fixture.application { … }"),
    (#"test "t" { given = {} }"#, "test 't': 'expect' is missing: \"pass\", \"fail\", or the result of each rule"),
    (#"test "t" { given = {}, expect = {} }"#, "test 't': 'expect' is empty, so the test would check nothing"),
    (#"test "t" { given = {}, expect = "passes" }"#, "test 't': unknown verdict 'passes'; did you mean 'pass'?"),
    (
      #"test "t" { given = {}, expect = { r = "ok" } }"#,
      "test 't', expect, r: unknown status 'ok'; known names: pass, fail, waived, baselined, not-applicable, error, pending"
    ),
    (
      #"test "t" { given = { inof = {} }, expect = "pass" }"#,
      "test 't', given: unknown field 'inof'; did you mean 'info'?"
    ),
    (
      #"test "t" { given = { kind = "app" }, expect = "pass" }"#,
      "test 't', given: unknown kind 'app'; did you mean 'application'?"
    ),
    (
      #"test "t" { given = { name = "a/b" }, expect = "pass" }"#,
      "test 't', given: 'name' must be the last part of a path, such as \"App.app\""
    ),
    (#"rule "q" { summary = "s", require = "K" }"#, "tests cannot use 'rule'"),
    (#"policy "q" { summary = "s" }"#, "tests cannot use 'policy'"),
    (#"fixture.aplication {}"#, "there is no function 'fixture.aplication'; did you mean 'application'?"),
    (#"local f = fixture.application {} f.with { }"#, "write base:with { … } with a colon and a table"),
    (#"test " " { given = {}, expect = "pass" }"#, "a test needs a name that says what it checks"),
    (#"test "a\nb" { given = {}, expect = "pass" }"#, "the name of a test must be one line without control characters"),
    (
      #"test "a\u{2028}b" { given = {}, expect = "pass" }"#,
      "the name of a test must be one line without control characters"
    ),
    (
      #"test "a\27[2J" { given = {}, expect = "pass" }"#,
      "the name of a test must be one line without control characters"
    ),
    (
      #"test "t" { given = {}, expect = "pass", as_of = "tomorrow" }"#,
      "test 't': 'as_of' is not a date: 'tomorrow' (write YYYY-MM-DD)"
    ),
    (
      #"test "t" { given = {}, snapshot = 1 }"#,
      "test 't': 'snapshot' must be true, or the name of a file, found integer"
    ),
    (
      #"test "t" { given = {}, snapshot = "../t" }"#,
      "test 't': 'snapshot' must be a file name of at most 100 lower-case letters, digits and '-', not '../t'"
    ),
    (
      #"test "日本" { given = {}, snapshot = true }"#,
      "test '日本': the test's name cannot be used as a file name; give one: snapshot = \"some-name\""
    ),
    (
      #"test "A b" { given = {}, snapshot = true } test "a-b" { given = {}, snapshot = true }"#,
      "test 'a-b': the test at line 1 already uses the snapshot 'a-b'; name one of the two: snapshot = \"…\""
    ),
    (
      #"test "t" { given = {}, snapshot = false }"#,
      "test 't': 'expect' is missing: \"pass\", \"fail\", or the result of each rule"
    ),
    (
      #"fixture.plugin { info = { A = 1, B = 2 }, without = { "C", "B" } }"#,
      "fixture.plugin: 'B' is in both 'info' and 'without'; remove one of the two"
    ),
    (
      #"local f = fixture.plugin {} f:with { info = { B = 2 }, without = "B" }"#,
      "with: 'B' is in both 'info' and 'without'; remove one of the two"
    ),
    (
      #"fixture.plist { platform = "ios" }"#,
      "fixture.plist: the platform of a bare property list comes from its keys, such as CFBundleSupportedPlatforms; remove 'platform'"
    ),
    (
      #"fixture.settings { platform = "ios" }"#,
      "fixture.settings: a settings bundle has the platform of the application that contains it; remove 'platform'"
    ),
    (
      #"fixture.plugin { platform = "tvOS" }"#,
      "fixture.plugin: unknown platform 'tvOS'; did you mean 'tvos'?"
    ),
    (
      #"test "t" { given = {}, expect = "pass" } test "t" { given = {}, expect = "pass" }"#,
      "test 't' is already declared at line 1"
    ),
  ])
  func refused(_ tests: String, _ message: String) throws {
    #expect(try Self.refusal(tests: tests) == "policy.invalid policy_test.lua:1: " + message)
  }

  /// Each is an error at its test's place, and no test of the file is run.
  @Test func rulesThatAreMisnamed() throws {
    let tests = """
      test "a" { given = {}, expect = { verdict = "pass", ["requird-keys"] = "pass", nothing = "fail" } }
      test "b" { given = {}, expect = { ["test/own"] = "pass", ["test/requird-keys"] = "pass" } }
      test "c" { given = {}, expect = { ["test/own"] = "pass", own = "pass" } }
      test "d" { given = {}, expect = { same = "pass" } }
      """
    let folder = try TemporaryFolder([
      "policy.lua":
        #"policy "test" { summary = "s", include = "other" } rule "required-keys" { summary = "s", require = "K" }"#
        + #" rule "own" { summary = "s", require = "K" } rule "same" { summary = "s", require = "K" }"#,
      "other.lua": #"policy "other" { summary = "s" } rule "same" { summary = "s", require = "K" }"#,
      "policy_test.lua": tests,
    ])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")], tests: [folder("policy_test.lua")]))
    #expect(
      program.errors.map { folder.withoutPath(PolicyRun.describe($0)) } == [
        "test.rule policy_test.lua:1: test 'a', expect: there is no rule 'nothing'; known names: required-keys, own, same, same",
        "test.rule policy_test.lua:1: test 'a', expect: there is no rule 'requird-keys'; did you mean 'required-keys'?",
        "test.rule policy_test.lua:2: test 'b', expect: there is no rule 'test/requird-keys'; did you mean 'test/required-keys'?",
        "test.rule policy_test.lua:3: test 'c', expect: 'own' and 'test/own' are the same rule; give its result only once",
        "test.rule policy_test.lua:4: test 'd', expect: several policies have a rule 'same'; write its full id: test/same or other/same",
      ])
  }

  /// The day of a test overrides the day of the run.
  @Test func aTestHasADayOfItsOwn() throws {
    let rules = "rule \"r\" { summary = \"s\", since = \"2027-01-01\", require = \"K\" }"
    let tests = """
      test "today" { given = {}, expect = { r = "not-applicable" } }
      test "then" { given = {}, as_of = "2027-01-01", expect = { r = "fail" } }
      """
    #expect(try Self.run(rules, tests: tests) == ["today", "then"])
  }

  /// A test that cannot run neither passed nor failed.
  @Test func aBundleThatCannotBeMadeIsAnError() throws {
    let rules = """
      rule "r" { summary = "s", forbid = "K", examples = {
        pass = { { info = { K = 1 }, without = "K" }, { files = { ["../x"] = "" } }, {} }, fail = { {} },
      } }
      """
    let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + rules])
    let run = PolicyTestRun(
      try PolicyProgram(.init(policies: [folder("policy.lua")])), asOf: try #require(CalendarDate("2026-06-15")))
    #expect(run.cases.indices.map { run.run($0).isBroken } == [true, true, false, false])
    #expect(run.run(0).problems == ["pass example 1: 'K' is in both 'info' and 'without'; remove one of the two"])
  }

  @Test func fixturesInsideOneAnotherEnd() throws {
    let tests =
      "local f = fixture.framework {} for i = 1, 100 do f = fixture.framework { bundles = { ['Versions/A/Frameworks/F.framework'] = f } } end"
    #expect(
      try Self.refusal(tests: tests)
        == "policy.invalid policy_test.lua:1: fixture.framework, bundles, Versions/A/Frameworks/F.framework: bundles are nested more than 8 levels deep"
    )
  }

  @Test func testsStandInTheirOwnFiles() throws {
    #expect(
      try PolicyRun.loadingError(["policy.lua": PolicyRun.header + #"test "t" { given = {}, expect = "pass" }"#])
        == "policy.invalid policy.lua:2: tests belong in a separate file whose name ends in _test.lua")
  }

  @Test func examplesAreOfTheRuleAsItStands() throws {
    let rules = """
      rule "r" { summary = "s", since = "2099-01-01", deny_from = "2099-02-01", require = "K",
        examples = { pass = { { info = { K = "v" } } }, fail = { {} } } }
      waive "r" { because = "b", owner = "o", expires = "2099-01-01" }
      """
    #expect(try Self.run(rules) == ["test/r: passes example 1", "test/r: fails example 1"])
  }

  @Test func anEarlierBuildFollowsTheLaterOne() throws {
    let rules = "rule \"grows\" { summary = \"s\", increases = \"CFBundleVersion\" }"
    let tests = """
      local base = fixture.application { info = { CFBundleIdentifier = "com.acme.x", CFBundleVersion = "5" } }
      test "before" { given = base:with { history = { { info = { CFBundleVersion = "9" } } } }, expect = { grows = "fail" } }
      local old = base:with { history = { { info = { CFBundleVersion = "9" } } } }
      test "after" { given = old:with { info = { CFBundleIdentifier = "com.acme.y" } }, expect = { grows = "fail" } }
      """
    #expect(try Self.run(rules, tests: tests) == ["before", "after"])
  }

  @Test func nothingEvaluatedIsNoPass() throws {
    let rules = "rule \"r\" { summary = \"s\", applies = { kind = \"application\" }, require = \"K\" }"
    let found = try Self.run(rules, tests: "test \"t\" { given = fixture.plist {}, expect = \"pass\" }")
    #expect(found.count == 1 && found[0].hasPrefix("t | the verdict is 'error', expected 'pass': no rule applied"))
  }

  @Test func aNestedBundleThatIsNotFoundIsAMistake() throws {
    let found = try Self.run(
      "rule \"r\" { summary = \"s\", forbid = \"Zed\" }",
      tests:
        "test \"t\" { given = fixture.application { bundles = { [\"Contents/Other/Share\"] = { info = { Zed = 1 } } } }, expect = \"pass\" }"
    )
    #expect(found.count == 1 && found[0].contains("Contents/Other/Share is not recognized as a bundle"))
  }

  @Test func fixturesDoNotMultiply() throws {
    let tests = """
      local f = fixture.framework {}
      for i = 1, 5 do
        local inside = {}
        for n = 1, 8 do inside["Versions/A/Frameworks/F" .. n .. ".framework"] = f end
        f = fixture.framework { bundles = inside }
      end
      """
    #expect(try Self.refusal(tests: tests)?.contains("more than 1000 bundles") == true)
  }
}

/// Files of tests have their own instance of each module.
@Suite struct ModulesOfTestsTests {
  private static let module = """
    local limit = parameter "limit" { default = 5 }
    local allowed = { A = true }
    rule "named" { summary = "s", check = function(bundle, report)
      if not allowed[bundle.name] then report("%s %d", bundle.name, limit) end
    end }
    waive "named" { key = "K", because = "b", owner = "o", expires = "2030-01-01" }
    return { allowed = allowed, set = function(name) allowed[name] = true end, limit = limit }
    """

  private static func lines(_ tests: [String: String]) throws -> [String] {
    let folder = try TemporaryFolder(
      ["policy.lua": PolicyRun.header + "import \"rules\"\n", "rules.lua": module].merging(tests) { $1 })
    do throws(EngineError) {
      let program = try PolicyProgram(
        .init(
          policies: [folder("policy.lua")],
          tests: tests.keys.filter { $0.hasSuffix("_test.lua") }.sorted().map { folder($0) }))
      let run = PolicyTestRun(program, asOf: try EngineError.day())
      return run.cases.indices.map { number in
        let result = run.run(number)
        return folder.withoutPath(([result.testCase.name] + result.problems).joined(separator: " | "))
      }
    } catch {
      return [folder.withoutPath(PolicyRun.describe(error))]
    }
  }

  /// The policy's rules are not declared once more, and what tests do to the module reaches no rule and no other file.
  @Test func ofRules() throws {
    let tests = """
      local m = import "rules"
      m.set("B")
      test "t" { given = fixture.application { name = "B", info = { CFBundleName = "B" } }, expect = { named = { message = "B " .. m.limit } } }
      """
    let other = """
      local m = import "rules"
      test(m.allowed.B and "leaks" or "other") { given = fixture.application { name = "A" }, expect = { named = "pass" } }
      """
    #expect(try Self.lines(["a_test.lua": tests, "b_test.lua": other]) == ["t", "other"])
  }

  @Test func otherDeclarationsAreRefused() throws {
    #expect(
      try Self.lines(["a_test.lua": "import \"other\"", "other.lua": "rule \"x\" { summary = \"s\", require = \"K\" }"])
        == ["policy.invalid other.lua:1: tests cannot use 'rule'"])
    #expect(
      try Self.lines(["a_test.lua": "import \"rules\" rule \"x\" { summary = \"s\", require = \"K\" }"])
        == ["policy.invalid a_test.lua:1: tests cannot use 'rule'"])
    #expect(
      try Self.lines(["a_test.lua": "parameter \"limit\" { default = 1 }"])
        == ["policy.invalid a_test.lua:1: tests cannot use 'parameter'"])
  }
}

extension EngineError {
  fileprivate static func day() throws(EngineError) -> CalendarDate {
    guard let day = CalendarDate("2026-06-15") else { throw EngineError(code: "test", message: "not a day") }
    return day
  }
}
