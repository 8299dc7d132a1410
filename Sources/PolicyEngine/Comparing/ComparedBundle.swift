/// What two sets of policies make of one bundle, with those nested in it.
public struct ComparedBundle: Hashable, Sendable {
  /// As given; of an archive the bundle in it is named.
  public let path: String
  /// `CFBundleIdentifier`, if it is a string.
  public let identifier: String?
  /// The words of the graph; nil when the bundle could not be read.
  public let kind: String?
  /// The platform, if anything tells.
  public let platform: String?
  /// By the earlier policies.
  public let before: Verdict
  /// By the later policies.
  public let after: Verdict
  /// The rules that differ, by id.
  public let rules: [RuleComparison]
  /// What could not be judged by the earlier policies.
  public let errorsBefore: [EngineError]
  /// What could not be judged by the later policies.
  public let errorsAfter: [EngineError]

  /// Whether either side could not be completed, so that what differs isn't wholly known.
  public var isIncomplete: Bool { before == .error || after == .error }

  /// Whether the bundle fails now and passed.
  public var failsNewly: Bool { before == .pass && after == .fail }

  /// Whether the bundle passes now and failed.
  public var passesNewly: Bool { before == .fail && after == .pass }

  /// Whether the later policies make anything else of it than the earlier ones.
  public var isDifferent: Bool { before != after || !rules.isEmpty || errorsBefore != errorsAfter }

  /// Whether a rule, or all of them together, fails it newly.
  public var isWorse: Bool { failsNewly || rules.contains(where: \.failsNewly) }

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
