package import PolicyEngine

/// What two sets of policies make of one bundle, with those nested in it.
package struct ComparedBundle: Hashable, Sendable {
  /// As given; of an archive the bundle in it is named.
  package let path: String
  /// `CFBundleIdentifier`, if it is a string.
  package let identifier: String?
  /// The words of the graph; nil when the bundle could not be read.
  package let kind: String?
  /// The platform, if anything tells.
  package let platform: String?
  /// By the earlier policies.
  package let before: Verdict
  /// By the later policies.
  package let after: Verdict
  /// The rules that differ, by id.
  package let rules: [RuleComparison]
  /// What could not be judged by the earlier policies.
  package let errorsBefore: [EngineError]
  /// What could not be judged by the later policies.
  package let errorsAfter: [EngineError]

  /// Whether either side could not be completed, so that what differs isn't wholly known.
  package var isIncomplete: Bool { before == .error || after == .error }

  /// Whether the bundle fails now and passed.
  package var failsNewly: Bool { before == .pass && after == .fail }

  /// Whether the bundle passes now and failed.
  package var passesNewly: Bool { before == .fail && after == .pass }

  /// Whether the later policies make anything else of it than the earlier ones.
  package var isDifferent: Bool { before != after || !rules.isEmpty || errorsBefore != errorsAfter }

  /// Whether a rule, or all of them together, fails it newly.
  package var isWorse: Bool { failsNewly || rules.contains(where: \.failsNewly) }

  init(_ old: BundleReport, _ new: BundleReport, _ matching: RuleMatching, failOn: Severity) {
    path = new.path
    identifier = new.identifier
    kind = new.kind
    platform = new.platform
    before = old.verdict
    after = new.verdict
    rules = RuleComparison.differences(from: old, to: new, matching, failOn: failOn)
    errorsBefore = old.errors
    errorsAfter = new.errors
  }
}
