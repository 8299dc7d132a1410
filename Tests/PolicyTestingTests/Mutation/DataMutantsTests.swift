@testable import PolicyTesting
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// Faults in bundles that rules pass.
@Suite struct DataMutantsTests {
  @Test(arguments: [
    (
      #"require = { "K", "/D/L/0" }"#, #"info = { K = "v", D = { L = { "x" } } }"#,
      ["K is missing", "/D/L/0 is missing"]
    ),
    (
      #"shape = { K = text, O = optional(boolean) }"#, #"info = { K = "v", O = true }"#,
      ["K is missing", "K is changed to a list", "O is changed to a list"]
    ),
    (
      #"increases = "CFBundleVersion""#, #"history = { { info = { CFBundleVersion = "0" } } }"#,
      ["CFBundleVersion is changed to a list", "CFBundleVersion is the same as in the earlier build"]
    ),
    (#"custom_keys = { prefix = "a." }"#, #"info = { ["a.K"] = 1, ["a.L"] = 2 }"#, ["a key has lost the prefix 'a.'"]),
    (#"qualified_keys = { default = "present" }"#, #"info = { K = 1, ["K~ipad"] = 2 }"#, ["K is missing"]),
    (
      #"localize = { languages = "fr", keys = "CFBundleName", tables = "T" }"#,
      #"localizations = { en = { T = { a = "b" } }, fr = { T = { a = "c" }, InfoPlist = { CFBundleName = "x" } } }"#,
      [
        "the localization 'fr' is missing", "CFBundleName is not localized in 'fr'",
        "the table 'T' lacks an entry in 'fr'",
      ]
    ),
    (
      #"files = { require = { "Contents/PkgInfo", "**/*.dat" } }"#, #"files = { ["Contents/a.dat"] = "x" }"#,
      ["Contents/PkgInfo is missing", "Contents/PkgInfo is moved", "**/*.dat is missing"]
    ),
    (#"forbid = "K""#, "", []),
  ])
  func faultsOfWhatClausesJudge(_ clause: String, _ fixture: String, _ expected: [String]) throws {
    let test = try MutationTests.trial(
      #"rule "r" { summary = "s", \#(clause), examples = { pass = { { \#(fixture) } } } }"#)
    #expect(MutationTests.changes(test, .data) == expected)
  }

  private static func check(_ examples: String, tests: String? = nil) throws -> MutationTest {
    try MutationTests.trial(
      """
      rule "r" {
        summary = "s",
        check = function(bundle, report)
          local port, least = bundle.info.Port, bundle.info.Least
          if port and port < 1024 then report("x") end
          if least and version.compare(least, "2") < 0 then report("x") end
          if not bundle.files["Contents/a.txt"] then report("x") end
        end,
        examples = { \(examples) },
      }
      """, tests: tests)
  }

  /// Changing data that a function reads but does not depend on survives, unless another passing bundle detects it.
  @Test func whatNobodyMinds() throws {
    let first = #"{ info = { Port = 2000, Least = "3", Unread = 1 }, files = { ["Contents/a.txt"] = "x" } }"#
    let test = try Self.check("pass = { \(first) }")
    #expect(
      MutationTests.changes(test, .data) == [
        "* Least is missing", "Least is changed to a list", "Least is changed to 0", "* Port is missing",
        "Port is changed to a list",
        "Contents/a.txt is missing", "Contents/a.txt is moved",
      ])
    #expect(
      test.mutants.first { $0.subject == .data && !$0.isKilled }?.advice == [
        #"if the rule should pass, add to examples.pass: { info = { Port = 2000, Unread = 1 }, files = { ["Contents/a.txt"] = "x" } }"#,
        "if not, make the rule report it",
      ])
    let shown = try Self.check("pass = { \(first), { files = { [\"Contents/a.txt\"] = \"x\" } } }")
    #expect(!MutationTests.changes(shown, .data).contains { $0.hasPrefix("*") })
    let tested = try Self.check(
      "pass = { \(first) }",
      tests:
        "test \"t\" { given = fixture.application { files = { [\"Contents/a.txt\"] = \"x\" } }, expect = \"pass\" }")
    #expect(!MutationTests.changes(tested, .data).contains { $0.hasPrefix("*") })
  }

  /// That another rule fails is enough.
  @Test func anotherRuleMinds() throws {
    let rules = #"""
      rule "r" { summary = "s", check = function(bundle, report) local x = bundle.info.K end, examples = { pass = { { info = { K = "v" } } } } }
      """#
    #expect(
      MutationTests.changes(try MutationTests.trial(rules), .data) == ["* K is missing", "* K is changed to a list"])
    let other = #"rule "s" { summary = "s", shape = { K = text } }"#
    #expect(
      MutationTests.changes(try MutationTests.trial(rules + other), .data) == [
        "K is missing", "K is changed to a list",
      ])
  }

  /// Of bundles that are compared, each is changed, and what the rule reports about any of them counts.
  @Test func bundlesThatAreCompared() throws {
    let test = try MutationTests.trial(
      """
      rule "r" {
        summary = "s",
        collect = function(bundle) return { k = bundle.info.K, l = bundle.info.L } end,
        across = function(bundles, report)
          for _, bundle in ipairs(bundles) do
            if bundle.facts.k ~= bundles[1].facts.k then report(bundle, "x") end
          end
        end,
        examples = {
          pass = { { info = { K = "b" } }, { { info = { K = "a", L = "x" } }, { info = { K = "a", L = "x" } } } },
        },
      }
      """)
    #expect(
      MutationTests.changes(test, .data) == [
        "K is missing", "K is changed to a list", "L is missing", "L is changed to a list",
        "K is missing in bundle 2", "K is changed to a list in bundle 2", "* L is missing in bundle 2",
        "L is changed to a list in bundle 2",
      ])
    #expect(
      test.mutants.last { $0.subject == .data && !$0.isKilled }?.advice == [
        #"if the rule should pass, add to examples.pass: { { info = { K = "a", L = "x" } }, { info = { K = "a" } } }"#,
        "if not, make the rule report it",
      ])
  }
}
