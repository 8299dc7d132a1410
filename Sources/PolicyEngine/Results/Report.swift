/// What stopped part of a check. Any one makes the exit status 2.
public struct EngineError: Error, Hashable, Sendable {
  /// Stable, dotted: `limit.fuel`, `policy.syntax`, `bundle.not-found`…
  public var code: String
  public var message: String
  public var file: String?
  public var line: Int?
  /// `policy-id/rule-id` when a rule could not be evaluated.
  public var rule: String?
  /// What to do about it.
  public var hint: String?

  public init(
    code: String, message: String, file: String? = nil, line: Int? = nil, rule: String? = nil, hint: String? = nil
  ) {
    self.code = code
    self.message = message
    self.file = file
    self.line = line
    self.rule = rule
    self.hint = hint
  }
}

/// What became of a rule on a bundle and those nested in it.
public struct RuleResult: Hashable, Sendable {
  public enum Status: String, Hashable, Sendable {
    case pass, fail, waived, baselined
    case notApplicable = "not-applicable"
    case error
  }

  public let id: String
  public var status: Status
  public var findings: Int
  /// Work done, in units of fuel.
  public var fuel: UInt64
  /// Why the rule did not apply, or what would make it apply.
  public var reason: String?
}

/// The word for a whole check.
public enum Verdict: String, Hashable, Sendable {
  case pass, fail, error
}

/// The result for one bundle named on the command line, with those nested in it.
public struct BundleReport: Hashable, Sendable {
  /// As given.
  public var path: String
  public var identifier: String?
  /// The words of the graph; nil when the bundle could not be read.
  public var kind: String?
  public var platform: String?
  public var verdict: Verdict
  public var rules: [RuleResult]
  /// Sorted; those waived included.
  public var findings: [Finding]
  public var errors: [EngineError]
}

/// A policy that took part.
public struct PolicySummary: Hashable, Sendable {
  public let id: String
  public let version: String?
  /// The file, as given.
  public let source: String
  /// Bytes of every file read for it, in the order read, for a digest.
  public let contents: [[UInt8]]
}

/// Totals of a check.
public struct ReportSummary: Hashable, Sendable {
  public var bundles = 0
  public var errors = 0
  public var warnings = 0
  public var notes = 0
  public var waived = 0
  public var baselined = 0
  public var rulesEvaluated = 0
  public var rulesPassed = 0
  public var rulesFailed = 0
  public var rulesNotApplicable = 0
}

/// The whole result of a check: every format is a view of this record.
public struct Report: Hashable, Sendable {
  public var verdict: Verdict
  public var policies: [PolicySummary]
  public var bundles: [BundleReport]
  /// Errors that belong to no bundle.
  public var errors: [EngineError]
  /// Remarks that change no verdict, such as a waiver nothing needed.
  public var warnings: [EngineError]
  public var summary: ReportSummary
}
