import Basics
import Bundles
import PolicyTestSupport
import Reports
import StandardPolicies
import Testing

@testable import PolicyEngine

/// Rules of the standard policies that are run when a bundle comes for them are what they are when all run at once.
@Suite(.largeStack) struct DeferredRulesTests {
  private static let day = CalendarDate("2026-06-15")

  private func programs(_ policies: [String]) throws -> (whole: PolicyProgram, deferred: PolicyProgram) {
    var options = PolicyProgram.Options(policies: policies)
    options.limits.seconds = 600
    let whole = try PolicyProgram(options)
    options.defersRules = true
    return (whole, try PolicyProgram(options))
  }

  private func report(_ program: PolicyProgram, _ graphs: [BundleGraph]) throws -> Report {
    var options = Check.Options(asOf: try #require(Self.day))
    options.explains = true
    var check = Check(program, options)
    for graph in graphs { check.run(on: graph, path: graph.displayPath) }
    return check.report()
  }

  /// Of each bundle, what every rule came to, and what was found.
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
  func theBuildReadsEveryRule(_ policy: String) throws {
    let (whole, deferred) = try programs([policy])
    #expect(whole.deferred == nil && whole.rules.allSatisfy { $0.deferred == nil })
    #expect(deferred.rules.filter { $0.deferred == nil }.map(\.id) == [])
    #expect(deferred.ruleIDs == whole.ruleIDs)
    #expect(deferred.policies.map(\.digest) == whole.policies.map(\.digest))
    #expect(deferred.policyDescriptions.map(\.includes) == whole.policyDescriptions.map(\.includes))
    #expect(
      deferred.moduleUses.filter { $0.at.file.hasSuffix("/recommended.lua") }
        == whole.moduleUses.filter { $0.at.file.hasSuffix("/recommended.lua") })
    for (rule, same) in zip(deferred.rules, whole.rules) {
      #expect(rule.severity == same.severity && rule.declared == same.declared && rule.saysItself == same.saysItself)
      let (known, all) = (rule.applicability, same.applicability)
      #expect(known.kinds == all.kinds && (known.platforms == all.platforms || known.platforms.isEmpty), "\(rule.id)")
      #expect(known.nested == all.nested || known.nested == nil)
    }
    for (rule, same) in zip(deferred.descriptions, whole.descriptions) {
      #expect(rule.summary == same.summary && rule.rationale == same.rationale && rule.sources == same.sources)
      #expect(rule.appliesTo == same.appliesTo && rule.asks == same.asks && rule.tags == same.tags)
    }
  }

  @Test(arguments: [
    ["apple.strict"], ["apple.app-store.macos", "apple.history"], ["Policies/org.lua", "apple.recommended"],
  ])
  func reportsAreTheSameInAnyOrder(_ policies: [String]) throws {
    let (whole, deferred) = try programs(policies)
    let expected = results(try report(whole, try graphs()))
    #expect(results(try report(deferred, try graphs())) == expected)
    #expect(results(try report(deferred, try graphs().reversed())) == expected)
    #expect(whole.policies.map(\.digest) == deferred.policies.map(\.digest))
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
    let (whole, deferred) = try programs([folder("policy.lua")])
    #expect(results(try report(deferred, try graphs())) == results(try report(whole, try graphs())))
    #expect(deferred.policies.map(\.digest) == whole.policies.map(\.digest))
    #expect(deferred.rules.count { $0.deferred == nil } == 1)
  }

  @Test func aModuleOfTheirsIsNobodyElses() throws {
    let text = "policy \"own\" { summary = \"s\" }\nimport \"apple.icons.exist\"\n"
    let folder = try TemporaryFolder(["policy.lua": text])
    for policies in [["apple.recommended", folder("policy.lua")], [folder("policy.lua"), "apple.recommended"]] {
      var errors: [String] = []
      for defers in [false, true] {
        var options = PolicyProgram.Options(policies: policies)
        options.defersRules = defers
        do throws(EngineError) { _ = try PolicyProgram(options) } catch { errors.append(PolicyRun.describe(error)) }
      }
      #expect(errors.count == 2 && errors.first == errors.last)
    }
  }

  @Test func whatIsForNoBundleIsNotRun() throws {
    let (_, deferred) = try programs(["apple.recommended"])
    _ = try report(deferred, [try .app([:], "One.app")])
    let run = try #require(deferred.deferred?.completedCount)
    #expect(run > 0 && run < deferred.rules.count)
  }

  @Test func aRuleThatCannotBeLoadedIsAnError() throws {
    var options = PolicyProgram.Options(policies: ["apple.recommended"])
    options.defersRules = true
    options.limits.memory = 330_000
    // Too little for some; which ones does not depend on what ran before.
    guard let program = try? PolicyProgram(options) else { return }
    let first = results(try report(program, [try .app([:], "One.app")]))
    #expect(results(try report(program, [try .app([:], "One.app")])) == first)
    let lines = try #require(first["One.app"])
    #expect(!lines.contains { $0.contains("limit.memory") } || lines.contains { $0.contains(" error ") })
  }
}
