import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// A nested bundle without Info.plist is a finding if a rule is about it, and otherwise an error.
@Suite struct MissingInfoTests {
  private static func report(_ policy: String) throws -> Report {
    let graph = try BundleGraph.fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x", "A": "1"]),
        "Contents/PlugIns/Share.appex/Contents/MacOS/Share": .text("x"),
      ])
    return try PolicyRun(policy).report(graph)
  }

  @Test func noRuleIsAboutIt() throws {
    let report = try Self.report("rule \"r\" { summary = \"s\", require = \"A\", applies = { nested = false } }")
    #expect(report.verdict == .error)
    #expect(report.bundles[0].errors.map(\.code.rawValue) == ["bundle.no-info"])
    #expect(report.bundles[0].errors[0].file == "App.app/Contents/PlugIns/Share.appex/Contents/Info.plist")
  }

  @Test func aRuleRequiresAKey() throws {
    let report = try Self.report("rule \"r\" { summary = \"s\", require = \"A\" }")
    #expect(report.verdict == .fail)
    #expect(report.bundles[0].errors == [] && report.warnings.map(\.code.rawValue) == ["bundle.no-info"])
    #expect(report.bundles[0].findings.map(\.bundle) == ["Contents/PlugIns/Share.appex"])
  }

  @Test func theFindingIsAccepted() throws {
    let waiver = "waive \"r\" { because = \"b\", owner = \"o\", expires = \"2999-01-01\", bundle = \"Share.appex\" }"
    let report = try Self.report("rule \"r\" { summary = \"s\", require = \"A\" }\n\(waiver)")
    #expect(report.verdict == .pass && report.bundles[0].findings.allSatisfy { $0.isWaived })
  }
}
