import PolicyEngine
import Bundles

/// What a test saw of its rules at work, for the coverage.
package struct PolicyTestObservation: Sendable {
  /// Why each rule that the test ran came to what it did, by id.
  let explanations: [String: [RuleExplanation]]
  /// Top-level keys of the Info.plists in the test's bundle.
  let keys: Set<String>

  init(_ report: Report, of graph: BundleGraph) {
    var explanations: [String: [RuleExplanation]] = [:]
    for rule in report.bundles.flatMap(\.rules) { explanations[rule.id] = rule.explanations }
    self.explanations = explanations
    keys = Set(
      graph.bundles.flatMap { bundle in
        (0..<bundle.info.count(of: bundle.info.root)).map { bundle.info.key(of: bundle.info.root, at: $0) }
      })
  }
}
