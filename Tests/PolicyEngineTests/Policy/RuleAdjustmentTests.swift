import Basics
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Rules of an included policy, tuned by the one that includes it.
@Suite struct RuleAdjustmentTests {
  private static func files(_ changes: String, base: String = "", second: String = "") -> [String: String] {
    [
      "policy.lua":
        "policy \"own\" { summary = \"s\", include = { \"base\", \"second\" } }\n\(changes)\nrule \"mine\" { summary = \"s\", forbid = \"X\" }\n",
      "base.lua":
        "policy \"base\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"Bad\" }\nrule \"q\" { summary = \"s\", forbid = \"Bad\" }\n\(base)",
      "second.lua": "policy \"second\" { summary = \"s\", include = { \"base\" } }\n\(second)",
    ]
  }

  private static func report(_ changes: String) throws -> (Report, TemporaryFolder) {
    let folder = try TemporaryFolder(files(changes))
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    var check = Check(program, .init(asOf: try #require(CalendarDate("2026-06-15"))))
    check.run(on: try .app("<key>Bad</key><true/>"), path: "App.app")
    return (check.report(), folder)
  }

  @Test func severityIsTheIncluders() throws {
    let (report, folder) = try Self.report(#"override "base/r" { severity = "note" }"#)
    let findings = report.bundles[0].findings
    #expect(findings.map(\.rule) == ["base/q", "base/r"])
    #expect(findings.map(\.severity) == [.error, .note])
    #expect(findings[1].declared == SourceLocation(file: folder("base.lua"), line: 2))
    #expect(findings[1].overridden == SourceLocation(file: folder("policy.lua"), line: 2))
    #expect(findings[0].overridden == nil)
  }

  @Test func aDisabledRuleSaysSo() throws {
    let (report, folder) = try Self.report(#"disable "base/r" { because = "we ship no such thing" }"#)
    #expect(report.bundles[0].findings.map(\.rule) == ["base/q"])
    let result = try #require(report.bundles[0].rules.first { $0.id == "base/r" })
    #expect(result.status == .notApplicable)
    #expect(
      result.reason.map(folder.withoutPath)
        == "policy.lua:2 disables the rule declared at base.lua:2: we ship no such thing")
  }

  @Test(arguments: [
    (
      #"override "base/s" { severity = "note" }"#, "", "",
      "policy.lua:2: override 'base/s': no such rule; did you mean 'base/q'? [write its full id, policy-id/rule-id, and include its policy]"
    ),
    (
      #"override "r" { severity = "note" }"#, "", "",
      "policy.lua:2: override 'r': no such rule; did you mean 'base/r'? [write its full id, policy-id/rule-id, and include its policy]"
    ),
    (
      #"disable "own/mine" { because = "x" }"#, "", "",
      "policy.lua:2: disable 'own/mine': the rule is declared in this policy [change the rule itself at line 3]"
    ),
    (
      #"override "base/r" { severity = "note" }"#, "", #"disable "base/r" { because = "x" }"#,
      "second.lua:2: disable 'base/r': the rule is already overridden at policy.lua:2 [keep one of the two overrides]"
    ),
    (
      "", #"disable "own/mine" { because = "I say so" }"#, "",
      "base.lua:4: disable 'own/mine': policy 'own' is not included here [a policy can only adjust rules of policies it includes]"
    ),
    (
      #"override "base/r" { severity = "bad" }"#, "", "",
      "policy.lua:2: override 'base/r': unknown severity 'bad'; known names: note, warning, error"
    ),
    (
      #"override "base/r" {}"#, "", "", "policy.lua:2: override 'base/r': 'severity' is missing: error, warning or note"
    ),
    (#"disable "base/r" {}"#, "", "", "policy.lua:2: disable 'base/r': 'because' is missing: why the rule is disabled"),
    (
      #"disable "base/r" { severity = "note" }"#, "", "",
      "policy.lua:2: disable 'base/r': unknown field 'severity'; known names: because"
    ),
  ])
  func refused(_ changes: String, _ base: String, _ second: String, _ message: String) throws {
    #expect(
      try PolicyRun.loadingError(Self.files(changes, base: base, second: second)) == "policy.invalid " + message)
  }

  @Test func anOverrideIsACeiling() throws {
    let folder = try TemporaryFolder([
      "policy.lua":
        "policy \"own\" { summary = \"s\", include = { \"base\" } } override \"base/r\" { severity = \"note\" }",
      "base.lua":
        "policy \"base\" { summary = \"s\" } rule \"r\" { summary = \"s\", check = function(b, report) report(\"x\", { severity = \"error\" }) end }",
    ])
    var check = Check(
      try PolicyProgram(.init(policies: [folder("policy.lua")])), .init(asOf: try #require(CalendarDate("2026-06-15"))))
    check.run(on: try .app(""), path: "App.app")
    #expect(check.report().bundles[0].findings.map(\.severity) == [.note])
  }
}
