import Basics
import Bundles
import PolicyTestSupport
import Reports
import StandardPolicies
import Testing

@testable import PolicyEngine

/// Rules of the standard policies that are loaded on demand are the same as those that are loaded at once.
@Suite(.largeStack) struct RuleFilesTests {
  private static let day = CalendarDate("2026-06-15")

  private func programs(_ policies: [String]) throws -> (whole: PolicyProgram, onDemand: PolicyProgram) {
    var options = PolicyProgram.Options(policies: policies)
    options.limits.seconds = 600
    let whole = try PolicyProgram(options)
    options.loadsRulesOnDemand = true
    return (whole, try PolicyProgram(options))
  }

  private func report(_ program: PolicyProgram, _ graphs: [BundleGraph]) throws -> Report {
    var options = Check.Options(asOf: try #require(Self.day))
    options.explains = true
    var check = Check(program, options)
    for graph in graphs { check.run(on: graph, path: graph.displayPath) }
    return check.report()
  }

  /// The result of every rule on each bundle, and the findings.
  private func results(_ report: Report) -> [String: [String]] {
    var results: [String: [String]] = [:]
    for bundle in report.bundles {
      results[bundle.path] =
        bundle.rules.map { rule in
          let clauses = (rule.explanations ?? []).flatMap(\.clauses).map { "\($0.name) \($0.outcome) \($0.because)" }
          return "\(rule.id) \(rule.status) \(rule.fuel) \(rule.reason ?? "") \(clauses)"
        }
        + bundle.findings.map(PolicyRun.describe) + bundle.errors.map(PolicyRun.describe)
    }
    return results
  }

  private func graphs() throws -> [BundleGraph] {
    [
      try .app(["CFBundleName": "One", "CFBundleIdentifier": "com.example.one", "UIAppFonts": ""], "One.app"),
      try .app(
        ["CFBundleVersion": "$(VERSION)", "CFBundleIconFile": "Nothing", "LSMinimumSystemVersion": "12"], "Two.app"),
      try .app([:], "Three.app"),
    ]
  }

  @Test(arguments: ["apple.recommended", "apple.strict", "apple.framework", "apple.legacy", "apple.history"])
  func theBuildRecordsEveryRule(_ policy: String) throws {
    let (whole, onDemand) = try programs([policy])
    #expect(whole.ruleFiles == nil && whole.rules.allSatisfy { $0.recorded == nil })
    #expect(onDemand.ruleFiles != nil)
    #expect(onDemand.ruleIDs == whole.ruleIDs)
    #expect(onDemand.policies.map(\.digest) == whole.policies.map(\.digest))
    #expect(onDemand.policyDescriptions.map(\.includes) == whole.policyDescriptions.map(\.includes))
    #expect(
      onDemand.moduleUses.filter { $0.at.file.hasSuffix("/recommended.lua") }
        == whole.moduleUses.filter { $0.at.file.hasSuffix("/recommended.lua") })
    for (rule, same) in zip(onDemand.rules, whole.rules) {
      #expect(rule.severity == same.severity && rule.declared == same.declared && rule.formerIDs == same.formerIDs)
      #expect(rule.setsSeverityPerFinding == same.setsSeverityPerFinding && rule.since == same.since)
      let (known, all) = (rule.applicability, same.applicability)
      #expect(known.kinds == all.kinds && known.platforms == all.platforms && known.nested == all.nested, "\(rule.id)")
      #expect(known.keys == all.keys && known.files.map(\.pattern) == all.files.map(\.pattern), "\(rule.id)")
      #expect(known.absentKeys == all.absentKeys, "\(rule.id)")
      #expect(known.entitlements.map(\.text) == all.entitlements.map(\.text), "\(rule.id)")
      #expect(known.libraries.map(\.text) == all.libraries.map(\.text), "\(rule.id)")
    }
    for (rule, same) in zip(try onDemand.descriptions, try whole.descriptions) {
      #expect(rule.summary == same.summary && rule.rationale == same.rationale && rule.sources == same.sources)
      #expect(rule.appliesTo == same.appliesTo && rule.asks == same.asks && rule.tags == same.tags)
      #expect(rule.help == same.help && rule.parameters.map(\.name) == same.parameters.map(\.name))
    }
  }

  @Test(arguments: [
    ["apple.strict"], ["apple.app-store.macos", "apple.history"], ["Policies/org.lua", "apple.recommended"],
    ["apple.app-store.ios"], ["apple.developer-id"], ["apple.framework", "apple.legacy"], ["apple.suite"],
  ])
  func reportsAreTheSameInAnyOrder(_ policies: [String]) throws {
    let (whole, onDemand) = try programs(policies)
    let expected = results(try report(whole, try graphs()))
    for graphs in [try graphs(), try graphs().reversed()] {
      let found = results(try report(onDemand, graphs))
      for (bundle, lines) in expected {
        let different = (found[bundle] ?? []).filter { !lines.contains($0) }
        #expect(different == [])
        #expect(found[bundle]?.count == lines.count)
      }
    }
    #expect(whole.policies.map(\.digest) == onDemand.policies.map(\.digest))
  }

  @Test func policiesChangeThem() throws {
    let folder = try TemporaryFolder([
      "policy.lua": """
      policy "own" { summary = "s", include = { "apple.recommended" } }
      local values = import "apple.values"
      local slices = import "apple.code.slices"
      disable "apple.recommended/application-keys" { because = "not now" }
      override "apple.recommended/unresolved-variables" { severity = "warning" }
      waive "apple.recommended/mac-application-keys" { because = "known", owner = "me", expires = "2027-01-01" }
      rule "own" { summary = "s", check = function(bundle, report)
        if #slices(bundle) > 0 or values.is_mobile(bundle) then report("not expected") end
      end }
      """
    ])
    let (whole, onDemand) = try programs([folder("policy.lua")])
    #expect(results(try report(onDemand, try graphs())) == results(try report(whole, try graphs())))
    #expect(onDemand.policies.map(\.digest) == whole.policies.map(\.digest))
    #expect(onDemand.rules.contains { $0.recorded != nil })
  }

  @Test func aModuleOfTheirsIsNobodyElses() throws {
    let text = "policy \"own\" { summary = \"s\" }\nimport \"apple.icons.exist\"\n"
    let folder = try TemporaryFolder(["policy.lua": text])
    for policies in [["apple.recommended", folder("policy.lua")], [folder("policy.lua"), "apple.recommended"]] {
      var errors: [String] = []
      for defers in [false, true] {
        var options = PolicyProgram.Options(policies: policies)
        options.loadsRulesOnDemand = defers
        do throws(EngineError) { _ = try PolicyProgram(options) } catch { errors.append(PolicyRun.describe(error)) }
      }
      #expect(errors.count == 2 && errors.first == errors.last)
    }
  }

  @Test func aRuleThatAppliesToNoBundleIsNotLoaded() throws {
    let (_, onDemand) = try programs(["apple.recommended"])
    _ = try report(onDemand, [try .app([:], "One.app")])
    let loaded = try #require(onDemand.ruleFiles?.loadedCount)
    #expect(loaded > 0 && loaded < onDemand.rules.count)
  }

  @Test func aRuleThatCannotBeLoadedIsAnError() throws {
    var options = PolicyProgram.Options(policies: ["apple.recommended"])
    options.loadsRulesOnDemand = true
    // Enough for a state, and too little for the rules.
    for memory in [300_000, 400_000, 500_000] {
      options.limits.memory = memory
      guard let program = try? PolicyProgram(options) else { continue }
      let report = try report(program, [try .app([:], "One.app")])
      let failed = report.bundles[0].rules.filter { $0.status == .error }
      #expect(failed.isEmpty == report.bundles[0].errors.isEmpty)
      #expect(report.verdict == (failed.isEmpty ? report.verdict : .error))
    }
  }
}
