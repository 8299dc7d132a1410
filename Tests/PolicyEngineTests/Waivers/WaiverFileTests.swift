import Basics
import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// The waivers of a project, and the restrictions of policies on them.
@Suite struct WaiverFileTests {
  private static let fields = #"because = "b", owner = "o", expires = "2026-06-30""#

  private static func files(
    _ waivers: String, header: String = "", base: String = "", own: String = ""
  ) -> [String: String] {
    [
      "policy.lua": """
      policy "own" { summary = "s", include = { "base" }, \(header) }
      rule "mine" { summary = "s", forbid = "Bad" }
      \(own)
      """,
      "base.lua": """
      policy "base" { summary = "s", \(base) }
      rule "r" { summary = "s", forbid = "Bad" }
      rule "q" { summary = "s", forbid = "Bad", severity = "warning" }
      rule "c" { summary = "s", check = function() end, severity = "warning" }
      """, "waivers.lua": waivers,
    ]
  }

  private static func load(_ folder: TemporaryFolder) throws(EngineError) -> PolicyProgram {
    var options = PolicyProgram.Options(policies: [folder("policy.lua")])
    options.waivers = [folder("waivers.lua")]
    return try PolicyProgram(options)
  }

  private static func report(_ files: [String: String]) throws -> (Report, TemporaryFolder) {
    let folder = try TemporaryFolder(files)
    var check = Check(try load(folder), .init(asOf: try #require(CalendarDate("2026-06-15"))))
    check.run(on: try .app("<key>Bad</key><true/>"), path: "App.app")
    return (check.report(), folder)
  }

  @Test func covers() throws {
    let (report, folder) = try Self.report(
      Self.files(
        """
        local fields = { \(Self.fields) }
        waive "r" (fields)
        waive "own/mine" { \(Self.fields), bundle = "com.x.other" }
        waive "q" { because = "b", owner = "o", expires = "2026-06-14" }
        """))
    let findings = report.bundles[0].findings
    #expect(findings.map(\.rule) == ["base/q", "base/r", "own/mine"])
    #expect(findings.map(\.isWaived) == [false, true, false])
    #expect(findings[0].waiver?.isExpired == true)
    #expect(findings[1].waiver?.declared == SourceLocation(file: folder("waivers.lua"), line: 2))
    #expect(
      report.warnings.map { folder.withoutPath(PolicyRun.describe($0)) } == [
        "waiver.unused waivers.lua:3: the waiver of 'own/mine' matched no finding [remove it, unless a bundle that needs it was not checked]"
      ])
    #expect(report.waiverFiles.map(\.source) == [folder("waivers.lua")])
    #expect(report.policies.count == 2, "it is no policy")
  }

  @Test func anEmptyOneIsNone() throws {
    let (report, _) = try Self.report(Self.files("-- nothing\n", header: "local_waivers = false"))
    #expect(report.verdict == .fail && report.errors.isEmpty && report.waiverFiles.count == 1)
  }

  /// The rule that a policy protects, the policy that waives or changes it, and the error; nil if it is allowed.
  @Test(arguments: [
    (
      "waive \"r\" { \(fields) }", "", "local_waivers = false", "",
      "waivers.lua:1: waive 'base/r': policy 'base' does not allow local waivers (base.lua:1) [fix the bundle, or ask the policy's owner to waive the rule there]"
    ),
    (
      "waive \"r\" { \(fields) }", "local_waivers = false", "", "",
      "waivers.lua:1: waive 'base/r': policy 'own' does not allow local waivers (policy.lua:1) [fix the bundle, or ask the policy's owner to waive the rule there]"
    ),
    (
      "waive \"r\" { \(fields) }", "local_waivers = true", "local_waivers = false", "",
      "waivers.lua:1: waive 'base/r': policy 'base' does not allow local waivers (base.lua:1) [fix the bundle, or ask the policy's owner to waive the rule there]"
    ),
    ("waive \"mine\" { \(fields) }", "", "local_waivers = false", "", nil),
    (
      "", "", "local_waivers = false", "waive \"base/r\" { \(fields) }",
      "policy.lua:3: waive 'base/r': policy 'base' does not allow local waivers (base.lua:1) [fix the bundle, or ask the policy's owner to waive the rule there]"
    ),
    ("", "local_waivers = false", "", "waive \"base/r\" { \(fields) }", nil),
    ("", "", "local_waivers = false", #"override "base/q" { severity = "note" }"#, nil),
    (
      "waive \"r\" { \(fields) }", "", "never_waive = \"r\"", "",
      "waivers.lua:1: waive 'base/r': policy 'base' names the rule in never_waive (base.lua:1) [fix the bundle; only a change to that policy can allow waivers of the rule]"
    ),
    ("waive \"q\" { \(fields) }", "", "never_waive = \"r\"", "", nil),
    (
      "", "never_waive = { \"base/r\" }", "", "waive \"base/r\" { \(fields) }",
      "policy.lua:3: waive 'base/r': policy 'own' names the rule in never_waive (policy.lua:1) [fix the bundle; only a change to that policy can allow waivers of the rule]"
    ),
    (
      "", "", "never_waive = \"r\"", #"disable "base/r" { because = "x" }"#,
      "policy.lua:3: disable 'base/r': policy 'base' names the rule in never_waive (base.lua:1) [such a rule can be neither disabled nor downgraded; fix the bundle instead]"
    ),
    (
      "", "", "never_waive = \"r\"", #"override "base/r" { severity = "warning" }"#,
      "policy.lua:3: override 'base/r': policy 'base' names the rule in never_waive (base.lua:1) [such a rule can be neither disabled nor downgraded; fix the bundle instead]"
    ),
    (
      "", "", "never_waive = \"c\"", #"override "base/c" { severity = "warning" }"#,
      "policy.lua:3: override 'base/c': policy 'base' names the rule in never_waive (base.lua:1) [such a rule can be neither disabled nor downgraded; fix the bundle instead]"
    ), ("", "", "never_waive = \"c\"", #"override "base/c" { severity = "error" }"#, nil),
    ("", "", "never_waive = \"q\"", #"override "base/q" { severity = "error" }"#, nil),
    ("", "never_waive = \"base/r\"", "", #"override "base/r" { severity = "note" }"#, nil),
    (
      "", "never_waive = \"base/s\"", "", "",
      "policy.lua:1: policy 'own', never_waive: there is no rule 'base/s'; did you mean 'base/c'?"
    ),
    (
      "", "never_waive = \"min\"", "", "",
      "policy.lua:1: policy 'own', never_waive: there is no rule 'min'; did you mean 'mine'?"
    ),
    (
      "", "", "never_waive = \"own/mine\"", "",
      "base.lua:1: policy 'base', never_waive: policy 'own' is not included here [a policy can only name rules of policies it includes]"
    ),
    ("", "never_waive = {}", "", "", "policy.lua:1: policy 'own': 'never_waive' is empty; list the ids of rules"),
    (
      "", "local_waivers = \"no\"", "", "",
      "policy.lua:1: policy 'own': 'local_waivers' must be true or false, found string"
    ),
    ("waive \"s\" { \(fields) }", "", "", "", "waivers.lua:1: waive: there is no rule 's'; known names: mine, r, q, c"),
    (
      "waive \"base/mine\" { \(fields) }", "", "", "",
      "waivers.lua:1: waive: there is no rule 'base/mine'; did you mean 'own/mine'?"
    ),
    (
      "rule \"x\" { summary = \"s\", forbid = \"X\" }", "", "", "",
      "waivers.lua:1: a waiver file cannot use 'rule'; it can contain only waive \"rule\" { … }"
    ),
    (
      "policy \"x\" { summary = \"s\" }", "", "", "",
      "waivers.lua:1: a waiver file cannot use 'policy'; it can contain only waive \"rule\" { … }"
    ),
    (
      "override \"base/r\" { severity = \"note\" }", "", "", "",
      "waivers.lua:1: a waiver file cannot use 'override'; it can contain only waive \"rule\" { … }"
    ),
    (
      "import \"base\"", "", "", "",
      "waivers.lua:1: a waiver file cannot use 'import'; it can contain only waive \"rule\" { … }"
    ),
    (
      "local s = text { }", "", "", "",
      "waivers.lua:1: a waiver file cannot create shapes; it can contain only waive \"rule\" { … }"
    ),
    (
      "pcall(function() rule \"x\" { summary = \"s\", forbid = \"X\" } end)", "", "", "",
      "waivers.lua:1: a waiver file cannot use 'rule'; it can contain only waive \"rule\" { … }"
    ),
    ("waive \"r\"", "", "", "", "waivers.lua:1: waive 'r' has no table after its name [write waive \"r\" { … }]"),
    (
      "waive \"r\" { \(fields), fil = \"x\" }", "", "", "",
      "waivers.lua:1: waive 'r': unknown field 'fil'; did you mean 'file'?"
    ),
    ("x = 1", "", "", "", "waivers.lua:1: cannot assign to the global 'x'; write 'local x = …'"),
  ])
  func allowed(_ waivers: String, _ header: String, _ base: String, _ own: String, _ message: String?) throws {
    let folder = try TemporaryFolder(Self.files(waivers, header: header, base: base, own: own))
    do throws(EngineError) {
      _ = try Self.load(folder)
      #expect(message == nil, "it loaded")
    } catch {
      #expect(folder.withoutPath(PolicyRun.describe(error)).drop { $0 != " " }.dropFirst() == message ?? "no error")
    }
  }

  @Test func severalPoliciesWithARuleOfThatName() throws {
    let folder = try TemporaryFolder([
      "a.lua": "policy \"a\" { summary = \"s\" } rule \"r\" { summary = \"s\", forbid = \"X\" }",
      "b.lua": "policy \"b\" { summary = \"s\" } rule \"r\" { summary = \"s\", forbid = \"X\" }",
      "waivers.lua": "waive \"r\" { \(Self.fields) }",
    ])
    var options = PolicyProgram.Options(policies: [folder("a.lua"), folder("b.lua")])
    options.waivers = [folder("waivers.lua")]
    do throws(EngineError) {
      _ = try PolicyProgram(options)
      Issue.record("it loaded")
    } catch {
      #expect(
        folder.withoutPath(PolicyRun.describe(error))
          == "policy.invalid waivers.lua:1: waive: several policies have a rule 'r': a/r, b/r; write its full id")
    }
  }
}
