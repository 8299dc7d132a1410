import PolicyTestSupport
import Testing

@Suite struct TestCommandTests {
  private static let policy = """
    policy "test" { summary = "for a test" }
    rule "r" { summary = "s", forbid = "Bad", examples = { pass = { {} }, fail = { { info = { Bad = true } } } } }

    """

  private static let tests = """
    test "a sound bundle" { given = fixture.application {}, expect = "pass" }
    test "a bad one" { given = fixture.application { info = { Bad = 1 } }, expect = { r = { key = "Bad" } } }

    """

  private static let own = """
    policy "own" { summary = "s" }
    rule "r" { summary = "s", forbid = "Bad", examples = { pass = { {} } } }

    """

  private static let files = [
    "good/policy.lua": policy, "good/policy_test.lua": tests, "own/own.lua": own, "plain.txt": "text",
    "failing/policy.lua": own.replacing("pass", with: "fail"),
    "untested/policy.lua": "policy \"u\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"Bad\" }\n",
    "indented/policy.lua": "\u{FEFF}  " + own.replacing("pass", with: "fail"), "astray/policy.lua": own,
    "astray/other.lua": "return {}", "astray/other_test.lua": tests, "empty/readme.txt": "nothing",
    "orphan/some_test.lua": tests, "broken/policy.lua": "policy \"b\" {", "misnamed/policy.lua": own,
    "misnamed/policy_test.lua": "\ntest \"t\" { given = {}, expect = { ruel = \"pass\", [\"own/s\"] = \"pass\" } }",
    "including/policy.lua": own.replacing("\"s\" }", with: "\"s\", include = { \"apple.framework\" } }")
      .replacing(
        "pass = { {} }", with: "pass = { {} }, fail = { { info = { Bad = 1 } }, { info = { [\"Bad~ipad\"] = 1 } } }"),
    "replacing/apple/recommended.lua": own.replacing("\"own\"", with: "\"apple.recommended\""),
    "unmakeable/policy.lua": own.replacing("{} }", with: "{ kind = \"plist\", platform = \"ios\" } }"),
  ]

  @Test(arguments: [
    ("good", "test", 0, "4 passed, 0 failed\n"), ("good", "test .", 0, "4 passed, 0 failed\n"),
    ("good", "test policy.lua", 0, "4 passed, 0 failed\n"),
    ("good", "test policy_test.lua", 0, "4 passed, 0 failed\n"), ("", "test good own", 0, "5 passed, 0 failed\n"),
    ("good", "test --filter sound", 0, "1 passed, 0 failed\n"),
    ("good", "test --filter nothing", 2, "error: no test matches --filter"),
    ("", "test --verbose own", 0, "own/own.lua:2: passed: own/r: passes example 1\n\n1 passed, 0 failed\n"),
    ("good", "test --shuffle 3", 0, "shuffled with --shuffle 3\n4 passed, 0 failed\n"),
    ("good", "test --coverage", 0, "coverage: 100% (1 rule,"),
    (
      "", "test --coverage own", 0,
      "own/own.lua:2: no test shows own/r failing\n    fix       add a bundle to examples.fail\ncoverage: 50%"
    ),
    ("", "test --threshold 50 own", 0, "50%"), ("", "test --threshold 51 own", 1, "1 passed, 0 failed"),
    ("", "test --threshold 101 own", 64, ""), ("", "test --shuffle x own", 64, ""), ("", "test --as-of x own", 64, ""),
    (
      "", "test failing", 1,
      "failing/policy.lua:2: FAILED: own/r: fails example 1\n    own/r: the result is 'pass', expected 'fail'\n\n0 passed, 1 failed\n"
    ),
    ("", "test indented", 1, "0 passed, 1 failed"), ("", "test astray", 2, "no policy was found for this test file"),
    ("", "test empty", 2, "empty: error: there are no tests\n    fix       add examples"),
    ("", "test untested", 2, "error: there are no tests"),
    ("", "test orphan", 2, "no policy was found for this test file"),
    ("", "test broken failing", 2, "0 passed, 1 failed"), ("", "test gone", 2, "gone: error: gone does not exist"),
    ("", "test plain.txt", 2, "plain.txt: error: this is neither a directory nor a Lua file"),
    ("", "test --param x=1 own", 2, "no policy has a parameter 'x'"),
    // The built-in policies have tests in their own folder; a directory in their place has its own.
    ("", "test --threshold 100 including", 0, "not counted: "), ("", "test --mutate including", 0, "score: 100%"),
    ("", "test replacing", 0, "1 passed, 0 failed\n"), ("", "test replacing/apple", 2, "--standard-policies"),
    ("", "lint --fail-on note replacing", 1, "replacing/apple/recommended.lua:2: "), ("", "lint broken", 2, ""),
    (
      "", "test misnamed own", 2,
      "misnamed/policy_test.lua:2: error: test 't', expect: there is no rule 'own/s'; did you mean 'own/r'?\n"
        + "misnamed/policy_test.lua:2: error: test 't', expect: there is no rule 'ruel'; known names: r\n\nINCOMPLETE: 1 passed, 0 failed; see the errors above\n"
    ),
    (
      "", "test unmakeable", 2,
      "unmakeable/policy.lua:2: ERROR: own/r: passes example 1\n    pass example 1: the platform of a bare property list"
    ), ("", "test unmakeable", 2, "\n\n0 passed, 0 failed, 1 could not be run\n"),
    ("", "test --jobs 0 own", 64, ""), ("", "test --jobs 65 own", 64, ""), ("", "test --jobs many own", 64, ""),
    ("", "test --jobs 64 own", 0, "1 passed, 0 failed\n"), ("", "test --jobs=1 own", 0, "1 passed, 0 failed\n"),
  ])
  func ends(_ directory: String, _ arguments: String, _ status: Int32, _ output: String) throws {
    let folder = try TemporaryFolder(Self.files)
    let result = try Program.run(arguments.split(separator: " ").map(String.init), in: folder(directory))
    #expect(result.status == status, "\(result.outputText)\(result.errorText)")
    #expect(result.outputText.contains(output), "\(result.outputText)\(result.errorText)")
  }

  @Test func jUnit() throws {
    let folder = try TemporaryFolder(Self.files)
    let result = try Program.run(["test", "good", "failing", "broken", "--junit", "results.xml"], in: folder.path)
    #expect(result.status == 2)
    let text = try folder.text("results.xml")
    #expect(
      text.hasPrefix(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"6\" failures=\"1\" errors=\"1\">\n"))
    #expect(text.contains("<testcase classname=\"test/r\" name=\"test/r: passes example 1\"/>"))
    #expect(
      text.contains(
        "<failure message=\"own/r: the result is 'pass', expected 'fail'\">failing/policy.lua:2&#10;own/r: the result"))
    #expect(text.contains("<error type=\"policy.syntax\""))
  }

  @Test(arguments: [
    (
      "lint good", 0,
      "good/policy.lua:2: note: rule 'r' has no rationale [rule.rationale]\n    fix       add rationale = \"…\"\n\n0 warnings, 1 note\n",
      ""
    ),
    ("lint good --fail-on note", 1, "0 warnings, 1 note\n", ""), ("lint good own", 0, "0 warnings, 3 notes\n", ""),
    ("lint good --format json", 0, "\"code\": \"rule.rationale\"", ""),
    ("lint broken good", 2, "0 warnings, 1 note\n", "broken/policy.lua:1: error:"),
    ("lint empty", 2, "", "empty: error: there is no policy\n"),
    ("lint gone", 2, "", "gone: error: gone does not exist\n"),
    (
      "lint good --format xml", 64, "",
      "The value 'xml' is invalid for '--format <FORMAT>': must be one of text, json"
    ),
    (
      "lint good --fail-on error", 64, "",
      "The value 'error' is invalid for '--fail-on <SEVERITY>': must be one of warning, note"
    ),
  ])
  func lints(_ arguments: String, _ status: Int32, _ output: String, _ errors: String) throws {
    let folder = try TemporaryFolder(Self.files)
    let result = try Program.run(arguments.split(separator: " ").map(String.init), in: folder.path)
    #expect(result.status == status, "\(result.outputText)\(result.errorText)")
    #expect(
      result.outputText.contains(output) && result.errorText.contains(errors), "\(result.outputText)\(result.errorText)"
    )
  }
}
