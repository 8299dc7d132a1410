import PolicyTestSupport
import Testing

@Suite struct MutationCommandTests {
  private static func policy(_ examples: String) -> String {
    "policy \"p\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"Bad\", examples = { \(examples) } }\n"
  }

  private static let bad = "fail = { { info = { Bad = 1 } } }"

  private static let files = [
    "weak/policy.lua": policy(bad),
    "strong/policy.lua": policy("fail = { { info = { Bad = 1 } }, { info = { [\"Bad~ipad\"] = 1 } } }"),
    "failing/policy.lua": policy("pass = { { info = { Bad = 1 } } }"), "untested/policy.lua": policy(""),
    "broken/policy.lua": "policy \"b\" {", "empty/readme.txt": "nothing",
    "dull/policy.lua":
      "policy \"p\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", check = function() end, examples = { pass = { {} } } }\n",
  ]

  private static let survivor = """
    weak/policy.lua:2: SURVIVED: p/r: 'forbid' ignores qualified keys such as Bad~ipad
        fix       add to examples.fail: { info = { ["Bad~ipad"] = "x" } }

    score: 50% (1 of 2 mutants killed)

    """

  @Test(arguments: [
    ("--mutate weak", 0, survivor, ""), ("--mutate --min-score 50 weak", 0, survivor, ""),
    ("--mutate --min-score 51 weak", 1, survivor, "error: the mutation score is 50%, below --min-score 51\n"),
    ("--mutate --min-score 100 strong", 0, "score: 100% (2 of 2 mutants killed)\n", ""),
    (
      "--mutate --verbose strong", 0,
      """
      strong/policy.lua:2: killed: p/r: Bad is not forbidden
      strong/policy.lua:2: killed: p/r: 'forbid' ignores qualified keys such as Bad~ipad

      p/r: 100% (2 of 2 mutants killed)
      score: 100% (2 of 2 mutants killed)

      """, ""
    ),
    (
      "--mutate failing", 1,
      """
      failing/policy.lua:2: FAILED: p/r: passes example 1
          p/r: the result is 'fail', expected 'pass': /Bad: Bad is not allowed

      0 passed, 1 failed

      """, "error: tests fail without any mutation; fix them before using --mutate\n"
    ),
    ("--mutate untested", 2, "", "error: there are no tests\n    fix       add examples"),
    ("--mutate empty", 2, "", "error: there are no tests\n"),
    ("--mutate dull", 2, "", "error: these policies have nothing to mutate\n"),
    ("--mutate broken", 2, "", "broken/policy.lua:1: error: "),
    ("--mutate broken weak", 2, survivor, "broken/policy.lua:1: error: "),
    ("--mutate gone", 2, "", "gone: error: gone does not exist\n"),
    ("--mutate --filter nothing weak", 2, "", "error: no rule or file matches --filter\n"),
    ("--mutate --filter p/r weak", 0, survivor, ""),
    (
      "--mutate --min-score 101 weak", 64, "",
      "The value '101' is invalid for '--min-score <PERCENT>': must be a number from 0 to 100"
    ),
    (
      "--mutate --min-score -1 weak", 64, "",
      "The value '-1' is invalid for '--min-score <PERCENT>': must be a number from 0 to 100"
    ),
    ("--mutate --coverage weak", 64, "", "--coverage cannot be combined with --mutate"),
    ("--mutate --shuffle 1 weak", 64, "", "--shuffle cannot be combined with --mutate"),
    ("--mutate --jobs 2 weak", 0, survivor, ""),
    ("--min-score 5 weak", 64, "", "--min-score needs --mutate"),
    ("--mutate --param x=1 weak", 2, "", "no policy has a parameter 'x'"),
  ])
  func ends(_ arguments: String, _ status: Int32, _ output: String, _ complaint: String) throws {
    let folder = try TemporaryFolder(Self.files)
    let result = try Program.run(["test"] + arguments.split(separator: " ").map(String.init), in: folder.path)
    #expect(result.status == status, "\(result.outputText)\(result.errorText)")
    #expect(result.outputText == output)
    #expect(complaint.isEmpty ? result.errorText.isEmpty : result.errorText.contains(complaint), "\(result.errorText)")
  }

  @Test func jUnit() throws {
    let folder = try TemporaryFolder(Self.files)
    let result = try Program.run(["test", "--mutate", "weak", "--junit", "mutants.xml"], in: folder.path)
    #expect(result.status == 0)
    #expect(
      try folder.text("mutants.xml") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="2" failures="1" errors="0">
          <testsuite name="p/r" tests="2" failures="1" errors="0">
            <testcase classname="p/r" name="p/r: Bad is not forbidden" file="weak/policy.lua" line="2"/>
            <testcase classname="p/r" name="p/r: 'forbid' ignores qualified keys such as Bad~ipad" file="weak/policy.lua" line="2">
              <failure message="survived: p/r: 'forbid' ignores qualified keys such as Bad~ipad">add to examples.fail: { info = { [&quot;Bad~ipad&quot;] = &quot;x&quot; } }</failure>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  /// The output does not depend on the hash seeds of the process.
  @Test func sameInputSameOutput() throws {
    let first = try Program.run(["test", "--mutate", "Examples/policies/staging.lua", "Policies/org.lua", "--verbose"])
    let second = try Program.run(["test", "--mutate", "Examples/policies/staging.lua", "Policies/org.lua", "--verbose"])
    #expect(first.status == 0 && first.outputText == second.outputText)
  }
}
