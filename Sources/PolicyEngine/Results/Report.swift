public import Basics
public import ReleaseLedger

/// What stopped part of a check. Any one makes the exit status 2.
public typealias EngineError = Diagnostic<EngineCode>

/// What kind of trouble it is. Stable, dotted: `limit.fuel`, `policy.syntax`, `bundle.not-found`… Checkers bring codes of their own.
public struct EngineCode: DiagnosticCode, ExpressibleByStringLiteral {
  /// What an error of a check tells besides.
  public struct Details: Hashable, Sendable {
    fileprivate var rule: String?
    fileprivate var trace: Traceback?
    fileprivate var unknownParameter: String?
  }

  /// The name.
  public let rawValue: String

  /// Makes a code.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Makes a code.
  public init(stringLiteral value: String) { rawValue = value }
}

extension EngineError {
  /// Makes an error.
  public init(
    code: String, message: String, file: String? = nil, line: Int? = nil, rule: String? = nil, hint: String? = nil
  ) {
    self.init(EngineCode(rawValue: code), message, file: file, hint: hint)
    self.line = line
    self.rule = rule
  }

  /// An error of a bundle, a checker, a ledger, a pack or a receipt.
  public init<Other>(_ error: Diagnostic<Other>, rule: String? = nil) {
    self.init(
      code: error.code.rawValue, message: error.message, file: error.file, line: error.line, rule: rule,
      hint: error.hint)
  }

  /// `policy-id/rule-id` when a rule could not be evaluated.
  public var rule: String? {
    get { details?.rule }
    set { told.rule = newValue }
  }

  /// The lines of policies that led there, when there are several.
  public var trace: Traceback? {
    get { details?.trace }
    set { told.trace = newValue }
  }

  /// The name that no policy declares a parameter of, where that is the error.
  package var unknownParameter: String? {
    get { details?.unknownParameter }
    set { told.unknownParameter = newValue }
  }

  private var told: EngineCode.Details {
    get { details ?? EngineCode.Details() }
    set { details = newValue == EngineCode.Details() ? nil : newValue }
  }
}

/// What became of a rule on a bundle and those nested in it.
public struct RuleResult: Hashable, Sendable {
  /// How it ended; each but `not-applicable` means that the rule was evaluated.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// It found nothing.
    case pass
    /// It found something that counts, however bad.
    case fail
    /// Waivers cover all it found.
    case waived
    /// A baseline lets be all it found, but for what waivers cover.
    case baselined
    /// It applied to none of the bundles.
    case notApplicable = "not-applicable"
    /// It could not be evaluated.
    case error
  }

  /// `policy-id/rule-id`.
  public let id: String
  /// The word for the bundle and all nested in it together.
  public var status: Status
  /// How many, waived ones included.
  public var findings: Int
  /// Work done, in units of fuel.
  public var fuel: UInt64
  /// What an including policy changed about the rule, and where.
  public var adjustment: AppliedAdjustment?
  /// Why the rule did not apply, or what would make it apply; for a pass, what it rests on where that is little.
  public var reason: String?
  /// Why it came to that on each bundle, in the order of the graph, when that was asked for.
  public var explanations: [RuleExplanation]?
}

/// The word for a whole check.
public enum Verdict: String, Hashable, Sendable, CaseIterable {
  /// Everything was judged, and nothing counts against it.
  case pass
  /// Something counts against it.
  case fail
  /// Not everything could be judged; goes before the others.
  case error
}

/// The result for one bundle named on the command line, with those nested in it.
public struct BundleReport: Hashable, Sendable {
  /// As given.
  public var path: String
  /// `CFBundleIdentifier`, if it is a string.
  public var identifier: String?
  /// The words of the graph; nil when the bundle could not be read.
  public var kind: String?
  /// The platform, if anything tells.
  public var platform: String?
  /// `error` when any error stands, `fail` when a finding counts.
  public var verdict: Verdict
  /// Every selected rule, in the order declared.
  public var rules: [RuleResult]
  /// Sorted; those waived included.
  public var findings: [Finding]
  /// What could not be judged, in the order met.
  public var errors: [EngineError]
  /// What checkers logged or printed, for their authors, each line with the checker's name in front.
  public var checkerLines: [String] = []
  /// What a later check can be told of the bundle and those in it.
  public var builds: [BuildFacts] = []
  /// What a format keeps of it to show later; nil unless that was asked for.
  package var evidence: Evidence?
  /// What the bundle is told by, when a receipt was asked for; nil, too, when any error stands.
  public var digests: SubjectDigests?

  /// Something that a format keeps of a bundle while it is judged.
  package struct Evidence: Hashable, Sendable {
    package let value: any Hashable & Sendable

    package init(_ value: any Hashable & Sendable) { self.value = value }

    package static func == (left: Self, right: Self) -> Bool { AnyHashable(left.value) == AnyHashable(right.value) }

    package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
  }

  /// Of a bundle that was not evaluated.
  package static func unevaluated(_ path: String, _ error: EngineError) -> BundleReport {
    BundleReport(
      path: path, identifier: nil, kind: nil, platform: nil, verdict: .error, rules: [], findings: [], errors: [error])
  }
}

extension BundleReport {
  /// Marks the open findings as baselined, and the rules and the bundle as what that makes them.
  fileprivate mutating func acceptFindings() {
    for position in findings.indices where findings[position].isOpen { findings[position].isBaselined = true }
    for position in rules.indices where rules[position].status == .fail { rules[position].status = .baselined }
    if verdict == .fail { verdict = .pass }
  }
}

/// A policy that took part.
public struct PolicySummary: Hashable, Sendable {
  /// As declared.
  public let id: String
  /// As declared, if it was.
  public let version: String?
  /// The file, as given.
  public let source: String
  /// Bytes of every file read for it, in the order read, for a digest.
  public let contents: [[UInt8]]

  /// `sha256:` and 64 hexadecimal digits over all of that.
  public var digest: String { Digest.of(parts: contents) }
}

/// Totals of a check.
public struct ReportSummary: Hashable, Sendable {
  /// Bundles named, unreadable ones included, nested ones not.
  public var bundles = 0
  /// Of these, those that failed.
  public var failedBundles = 0
  /// Of these, those that could not be read, or not judged whole.
  public var incompleteBundles = 0
  /// Findings of severity error that no waiver covers.
  public var errors = 0
  /// Findings of severity warning that no waiver covers.
  public var warnings = 0
  /// Findings of severity note that no waiver covers.
  public var notes = 0
  /// Findings that a waiver in force covers.
  public var waived = 0
  /// Findings that a baseline covers.
  public var baselined = 0
  /// Rules that applied, counted for each bundle named.
  public var rulesEvaluated = 0
  /// Of these, those without findings that count.
  public var rulesPassed = 0
  /// Of these, those with findings or an error.
  public var rulesFailed = 0
  /// Rules that applied to nothing.
  public var rulesNotApplicable = 0
}

/// The whole result of a check: every format is a view of this record.
public struct Report: Hashable, Sendable {
  /// The word that the exit status follows.
  public var verdict: Verdict
  /// In the order loaded.
  public var policies: [PolicySummary]
  /// Why there is a policy that nobody named; nil where one was.
  public var defaultPolicy: DefaultPolicy?
  /// Files of waivers that took part, in the order given.
  public var waiverFiles: [WaiverFile] = []
  /// Sorted by path.
  public var bundles: [BundleReport]
  /// What the check had to do with a ledger; nil when none was named.
  public var ledger: LedgerAccount?
  /// Errors that belong to no bundle.
  public var errors: [EngineError]
  /// Remarks that change no verdict, such as a waiver nothing needed.
  public var warnings: [EngineError]
  /// The totals.
  public var summary: ReportSummary
  /// Open findings from this severity on fail a bundle.
  public var failOn = Severity.error

  /// Adds an error that came after all was judged.
  public mutating func add(failure: EngineError) {
    errors.append(failure)
    verdict = .error
  }

  /// Accepts every finding that counts, as a new baseline of this report does, so that nothing fails it and nothing is gone.
  ///
  /// The report holds its bundles. Of an incomplete one nothing is accepted.
  public mutating func acceptFindings() {
    guard verdict != .error else { return }
    var tally = ReportTally(rules: 0)
    for position in bundles.indices {
      bundles[position].acceptFindings()
      tally.add(bundles[position])
    }
    summary = tally.summary
    warnings.removeAll { $0.code == "baseline.gone" }
    verdict = .pass
  }

  /// The report of a check that could not begin.
  public init(failure: EngineError) {
    self.init(
      verdict: .error, policies: [], bundles: [], errors: [failure], warnings: [], summary: ReportSummary())
  }

  init(
    verdict: Verdict, policies: [PolicySummary], bundles: [BundleReport], errors: [EngineError],
    warnings: [EngineError], summary: ReportSummary
  ) {
    self.verdict = verdict
    self.policies = policies
    self.bundles = bundles
    self.errors = errors
    self.warnings = warnings
    self.summary = summary
  }
}
