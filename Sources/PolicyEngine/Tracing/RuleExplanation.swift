import Bundles

/// Why a rule came to what it did on one bundle, and what it read for that.
public struct RuleExplanation: Hashable, Sendable {
  /// What one clause of a rule came to.
  public struct Clause: Hashable, Sendable {
    /// The ways a clause can end.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
      /// It holds.
      case satisfied
      /// It does not hold.
      case violated
      /// It holds, since there was nothing to hold against.
      case vacuous
      /// It had nothing to judge.
      case notApplicable = "not-applicable"
    }

    /// The clause's word, such as `require`.
    public let name: String
    /// How it ended.
    public let outcome: Outcome
    /// Why, in one phrase.
    public let because: String
  }

  /// The nested bundle, relative to the outer one; empty for the outer one.
  public let bundle: String
  /// `pass`, `fail`, `not-applicable` or `error`; waivers and baselines are not looked at.
  public let status: RuleResult.Status
  /// Why the rule did not apply, or could not be judged.
  public let reason: String?
  /// Those judged, in the order of the report: the first error ends a rule.
  public let clauses: [Clause]
  /// What was read, sorted; at most `ReadRecorder.limit`.
  public let reads: [Read]
  /// Whether more was read.
  public let isCut: Bool
  /// How much more, where a report in JSON left it out.
  public var omitted = 0
  /// Top-level keys of Info.plist that the rule asked for by name.
  package let infoKeys: Set<String>
}

extension RuleExplanation {
  init(_ outcome: RuleEvaluator.Outcome, clauses: [Clause], reads: ReadRecorder, of bundle: Bundle) {
    let status: RuleResult.Status
    var reason: String?
    switch outcome {
    case .evaluated(let findings, _, _): status = findings.isEmpty ? .pass : .fail
    case .notApplicable(let why):
      status = .notApplicable
      reason = why
    case .failed(let error, _, _):
      status = .error
      reason = error.message
    }
    self.init(
      bundle: bundle.path, status: status, reason: reason, clauses: clauses, reads: reads.all, isCut: reads.isCut,
      infoKeys: reads.infoKeys)
  }

  /// A rule that was not looked at on any bundle.
  init(notEvaluated reason: String) {
    self.init(bundle: "", status: .notApplicable, reason: reason, clauses: [], reads: [], isCut: false, infoKeys: [])
  }
}

extension RuleResult {
  /// The rule is not looked at.
  mutating func leaveOut(_ reason: String, explained: Bool) {
    self.reason = reason
    if explained { explanations = [RuleExplanation(notEvaluated: reason)] }
  }
}
