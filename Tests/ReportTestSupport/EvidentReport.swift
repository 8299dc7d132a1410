import Basics
package import Bundles
package import PolicyTestSupport
package import Reports

import PolicyEngine

extension PolicyRun {
  /// The report on a bundle with all that can be shown of it, and the rules that took part.
  /// - Parameter baselined: Whether a baseline accepts all findings.
  package func evidentReport(
    _ graph: BundleGraph, asOf: String = "2026-06-15", baselined: Bool = false, evidence: EvidenceLevel = .all
  ) throws -> (report: Report, rules: [RuleDescription]) {
    let program = try PolicyProgram(PolicyProgram.Options(policies: [folder("policy.lua")]))
    guard let day = CalendarDate(asOf) else { throw EngineError(code: "test", message: "not a day: \(asOf)") }
    var options = Check.Options(asOf: day)
    options.evidence = evidence
    if baselined {
      let text = Baseline.text(of: try report(graph, asOf: asOf))
      options.baseline = try Baseline(text, file: "base.txt")
    }
    var check = Check(program, options)
    check.run(on: graph, path: graph.displayPath)
    return (check.report(), try program.descriptions)
  }
}
