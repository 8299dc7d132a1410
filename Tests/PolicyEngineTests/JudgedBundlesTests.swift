import Reports
import Testing

@testable import BuildHistory
@testable import PolicyEngine

@Suite struct JudgedBundlesTests {
  private static func report(_ path: String, _ rules: [RuleResult]) -> BundleReport {
    BundleReport(path: path, verdict: .pass, rules: rules, findings: [], errors: [])
  }

  private static func rules(_ count: Int, fuel: (Int) -> UInt64) -> [RuleResult] {
    (0..<count).map { RuleResult(id: "p/r\($0)", status: .pass, findings: 0, fuel: fuel($0), reason: nil) }
  }

  /// Whatever is held once for several bundles, each comes back as it was.
  @Test func bundlesComeBackAsTheyWere() {
    var explained = Self.rules(20) { _ in 7 }
    explained[3].status = .notApplicable
    explained[3].reason = "it is for framework bundles"
    explained[4].explanations = []
    let reports = [
      Self.report("a", Self.rules(20) { UInt64($0) }),
      Self.report("the same", Self.rules(20) { UInt64($0) }),
      Self.report("one differs", Self.rules(20) { $0 == 19 ? 99 : UInt64($0) }),
      Self.report("most differ", Self.rules(20) { UInt64($0) + 1 }),
      Self.report("like the last", Self.rules(20) { $0 == 0 ? 0 : UInt64($0) + 1 }),
      Self.report("unreadable", []), Self.report("unreadable, too", []),
      Self.report("other rules", Self.rules(21) { _ in 7 }),
      Self.report("fewer rules", Self.rules(20) { _ in 7 }),
      Self.report("explained", explained),
      Self.report("not explained", Self.rules(20) { _ in 7 }),
    ]
    var judged = JudgedBundles()
    for report in reports { judged.append(report, nil) }
    #expect(judged.map(\.bundle) == reports)
    judged.removeAll()
    #expect(judged.map(\.bundle).isEmpty)
  }
}
