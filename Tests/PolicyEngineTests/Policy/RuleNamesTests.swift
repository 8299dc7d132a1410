@testable import PolicyTesting
import Basics
import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Rules that had other ids before: found by them, with a warning that names the new one.
@Suite struct RuleNamesTests {
  private static let waiver = #"because = "b", owner = "o", expires = "2026-12-31""#

  private static func files(_ own: String = "", base: String = "", header: String = "") -> [String: String] {
    [
      "policy.lua": """
      policy "own" { summary = "s", include = { "base" } \(header) }
      rule "mine" { summary = "s", deprecated = "my-old", forbid = "Bad" }
      \(own)
      """,
      "base.lua": """
      policy "base" { summary = "s" }
      rule "new" { summary = "s", deprecated = { "old", "gone/older" }, forbid = "Bad" }
      \(base)
      """,
    ]
  }

  private static func report(
    _ folder: TemporaryFolder, rules: [String] = [], skip: [String] = [], waivers: [String] = [],
    baseline: String? = nil
  ) throws -> Report {
    var options = PolicyProgram.Options(policies: [folder("policy.lua")])
    options.waivers = waivers.map { folder($0) }
    var settings = Check.Options(asOf: try #require(CalendarDate("2026-06-15")), rules: rules, skip: skip)
    settings.baseline = try baseline.map { try Baseline($0, file: "base.txt") }
    var check = Check(try PolicyProgram(options), settings)
    check.run(on: try .app("<key>Bad</key><true/>"), path: "App.app")
    return check.report()
  }

  private static func warnings(_ report: Report, _ folder: TemporaryFolder) -> [String] {
    report.warnings.map { folder.withoutPath(PolicyRun.describe($0)) }
  }

  @Test(arguments: [
    ("old", "new", "base/new"), ("base/old", "base/new", "base/new"), ("gone/older", "base/new", "base/new"),
    ("older", "new", "base/new"), ("my-old", "mine", "own/mine"),
  ])
  func onTheCommandLine(_ word: String, _ name: String, _ id: String) throws {
    let folder = try TemporaryFolder(Self.files())
    let only = try Self.report(folder, rules: [word])
    #expect(only.errors.isEmpty && only.bundles[0].rules.map(\.id) == [id])
    #expect(
      Self.warnings(only, folder) == [
        "rule.renamed --rule \(word): rule '\(word)' is now called '\(name)' [write '\(name)' there]"
      ])
    let without = try Self.report(folder, skip: [word])
    #expect(without.bundles[0].rules.map(\.id) == ["own/mine", "base/new"].filter { $0 != id })
    #expect(Self.warnings(without, folder).allSatisfy { $0.hasPrefix("rule.renamed --skip \(word): ") })
  }

  @Test func declarations() throws {
    let folder = try TemporaryFolder(
      Self.files(
        "waive \"my-old\" { \(Self.waiver) }\noverride \"gone/older\" { severity = \"note\" }",
        header: ", never_waive = \"base/old\""
      )
      .merging(["waivers.lua": "\nwaive \"own/my-old\" { \(Self.waiver) }"]) { $1 })
    let report = try Self.report(folder, waivers: ["waivers.lua"])
    #expect(report.bundles[0].findings.map(\.rule) == ["base/new", "own/mine"])
    #expect(report.bundles[0].findings.map(\.severity) == [.note, .error])
    #expect(report.bundles[0].findings.map(\.isWaived) == [false, true])
    #expect(
      Self.warnings(report, folder).sorted() == [
        "rule.renamed policy.lua:1: rule 'base/old' is now called 'base/new' [write 'base/new' there]",
        "rule.renamed policy.lua:3: rule 'my-old' is now called 'mine' [write 'mine' there]",
        "rule.renamed policy.lua:4: rule 'gone/older' is now called 'base/new' [write 'base/new' there]",
        "rule.renamed waivers.lua:2: rule 'own/my-old' is now called 'own/mine' [write 'own/mine' there]",
      ])
  }

  /// That another policy has a rule of the old name takes nothing away from what the name meant.
  @Test func anOldNameThatAnotherPolicyStillHas() throws {
    let folder = try TemporaryFolder([
      "policy.lua": """
      policy "own" { summary = "s", include = "other" }
      rule "new" { summary = "s", require = "K", deprecated = "r" }
      """,
      "other.lua": "policy \"other\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", require = \"L\" }",
    ])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    #expect(RuleSelection(program.rules, only: ["r"], without: []).rules.map(\.id) == ["own/new", "other/r"])
    #expect(RuleSelection(program.rules, only: [], without: ["r"]).rules.isEmpty)
  }

  @Test func disabledByAnOldID() throws {
    let folder = try TemporaryFolder(Self.files(#"disable "base/old" { because = "x" }"#))
    let result = try #require(try Self.report(folder).bundles[0].rules.first { $0.id == "base/new" })
    #expect(result.status == .notApplicable && result.adjustment?.because == "x")
  }

  @Test func expectationsOfTests() throws {
    let folder = try TemporaryFolder(
      Self.files().merging([
        "policy_test.lua": """
        test "by the old id" { given = fixture.application { info = { Bad = true } }, expect = { old = "fail", ["own/my-old"] = "fail" } }
        """
      ]) { $1 })
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")], tests: [folder("policy_test.lua")]))
    let run = PolicyTestRun(program, asOf: try #require(CalendarDate("2026-06-15")))
    #expect(run.run(0).problems == [])
    #expect(
      program.warnings.map { folder.withoutPath(PolicyRun.describe($0)) } == [
        "rule.renamed policy_test.lua:1: rule 'old' is now called 'new' [write 'new' there]",
        "rule.renamed policy_test.lua:1: rule 'own/my-old' is now called 'own/mine' [write 'own/mine' there]",
      ])
  }

  @Test func baselinesKnowTheOldID() throws {
    let before = try TemporaryFolder([
      "policy.lua": """
      policy "own" { summary = "s" }
      rule "old" { summary = "s", check = function(b, report) report("x") report("x") report("x") end }
      """
    ])
    let text = Baseline.text(of: try Self.report(before)).replacing("\t3\t", with: "\t2\t")
    #expect(text.contains("\t2\t"))
    let after = try TemporaryFolder([
      "policy.lua": """
      policy "own" { summary = "s" }
      rule "new" { summary = "s", deprecated = "old", check = function(b, report) report("x") report("x") report("x") end }
      """
    ])
    let report = try Self.report(after, baseline: text)
    #expect(report.summary.baselined == 2 && report.summary.errors == 1, "each as often as it is there")
    #expect(
      Self.warnings(report, after) == [
        "rule.renamed base.txt: the baseline lists findings of 'own/new' under an earlier id of the rule [write a new one with --write-baseline FILE]"
      ])
    let anew = Baseline.text(of: report)
    #expect(anew.contains("\t3\t") && !anew.contains("own/old"))
    #expect(try Self.report(after, baseline: anew).warnings.isEmpty)
    // A baseline that knows it by both counts both.
    let line = try #require(text.split(separator: "\n").last)
    let both = try Self.report(after, baseline: anew.replacing("\t3\t", with: "\t1\t") + line + "\n")
    #expect(both.summary.baselined == 3)
  }

  @Test(arguments: [
    (
      "rule \"old\" { summary = \"s\", forbid = \"X\" }",
      "base.lua:2: rule 'new', deprecated: 'base/old' is the id of an existing rule (base.lua:3) [an id must belong to only one rule; remove it from one of the two]"
    ),
    (
      "rule \"other\" { summary = \"s\", deprecated = \"gone/older\", forbid = \"X\" }",
      "base.lua:3: rule 'other', deprecated: 'gone/older' is an earlier id of rule 'new' too (base.lua:2) [an id must belong to only one rule; remove it from one of the two]"
    ),
    (
      "rule \"other\" { summary = \"s\", deprecated = \"other\", forbid = \"X\" }",
      "base.lua:3: rule 'other', deprecated: 'base/other' is the id of an existing rule (base.lua:3) [an id must belong to only one rule; remove it from one of the two]"
    ),
    (
      "rule \"other\" { summary = \"s\", deprecated = { \"p\", \"p\" }, forbid = \"X\" }",
      "base.lua:3: rule 'other', deprecated: 'base/p' is an earlier id of rule 'other' too (base.lua:3) [an id must belong to only one rule; remove it from one of the two]"
    ),
    (
      "rule \"other\" { summary = \"s\", deprecated = \"use new instead\", forbid = \"X\" }",
      "base.lua:3: rule 'other': 'deprecated' lists the rule's earlier ids, such as 'own-keys'; 'use new instead' is not an id"
    ),
    (
      "rule \"other\" { summary = \"s\", deprecated = \"a/b/c\", forbid = \"X\" }",
      "base.lua:3: rule 'other': 'deprecated' lists the rule's earlier ids, such as 'own-keys'; 'a/b/c' is not an id"
    ),
    (
      "rule \"other\" { summary = \"s\", deprecated = {}, forbid = \"X\" }",
      "base.lua:3: rule 'other': 'deprecated' is empty; list the rule's earlier ids, or remove it"
    ),
    (
      "rule \"other\" { summary = \"s\", deprecated = true, forbid = \"X\" }",
      "base.lua:3: rule 'other': 'deprecated' must be a list of strings, found boolean"
    ),
  ])
  func refused(_ rule: String, _ message: String) throws {
    #expect(try PolicyRun.loadingError(Self.files(base: rule)) == "policy.invalid " + message)
  }
}
