public import Basics
public import ReleaseLedger
import StandardPolicies

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
    code: String, message: String, file: String? = nil, line: Int? = nil, rule: String? = nil, hint: String? = nil,
    subject: String? = nil
  ) {
    self.init(EngineCode(rawValue: code), message, file: file, hint: hint, subject: subject)
    self.line = line
    self.rule = rule
  }

  /// An error at a place of a file; a byte offset goes before the message, as there is no line.
  package init(code: String, message: String, at place: Place, of file: String, hint: String? = nil) {
    let offset = place.byteOffset.map { "byte \($0): " } ?? ""
    self.init(code: code, message: offset + message, file: file, line: place.line.map(Int.init), hint: hint)
    column = place.column.map(Int.init)
  }

  /// Converts an error of a bundle, a checker, a ledger, a pack or a receipt.
  ///
  /// - Parameters:
  ///   - error: The original error.
  ///   - rule: The id of the rule that it ended, if any.
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
    /// It compares the bundles of all shards, and is evaluated when their reports are merged.
    case pending
  }

  /// `policy-id/rule-id`.
  public let id: String
  /// The word for the bundle and all nested in it together.
  public var status: Status
  /// How many, waived ones included.
  public var findings: Int
  /// Work done, in units of fuel.
  public var fuel: UInt64
  /// Why the rule did not apply, or what would make it apply; for a pass, what it rests on where that is little.
  public var reason: String?
  /// What few results have: a report of thousands of bundles holds hundreds of results of each.
  private var extras: Extras?

  private final class Extras: Hashable, Sendable {
    let adjustment: AppliedAdjustment?
    let explanations: [RuleExplanation]?

    init?(_ adjustment: AppliedAdjustment?, _ explanations: [RuleExplanation]?) {
      if adjustment == nil, explanations == nil { return nil }
      (self.adjustment, self.explanations) = (adjustment, explanations)
    }

    static func == (left: Extras, right: Extras) -> Bool {
      left.adjustment == right.adjustment && left.explanations == right.explanations
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(adjustment)
      hasher.combine(explanations)
    }
  }

  /// What an including policy changed about the rule, and where.
  public var adjustment: AppliedAdjustment? {
    get { extras?.adjustment }
    set { extras = Extras(newValue, explanations) }
  }

  /// Why it came to that on each bundle, in the order of the graph, when that was asked for.
  public var explanations: [RuleExplanation]? {
    get { extras?.explanations }
    set { extras = Extras(adjustment, newValue) }
  }

  package init(id: String, status: Status, findings: Int, fuel: UInt64, reason: String? = nil) {
    (self.id, self.status, self.findings, self.fuel, self.reason) = (id, status, findings, fuel, reason)
  }
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
  /// The day of the check, when a rule read it: on another day, the result may be another.
  public var asOf: CalendarDate?
  /// What a later check can be told of the bundle and those in it.
  public var builds: [BuildFacts] = []
  /// The icon, if the report keeps icons.
  package var icon: BundleIcon?
  /// The recorded builds of the product, if the report keeps them and a ledger has some.
  package var history: ProductHistory?
  /// What the bundle is told by, when a receipt was asked for; nil, too, when any error stands.
  public var digests: SubjectDigests?
  /// What rules that compare bundles keep of it and of those in it, until they are evaluated.
  package var collected: [CollectedBundle] = []

  package init(
    path: String, identifier: String? = nil, kind: String? = nil, platform: String? = nil, verdict: Verdict,
    rules: [RuleResult], findings: [Finding], errors: [EngineError], checkerLines: [String] = [],
    builds: [BuildFacts] = [], digests: SubjectDigests? = nil
  ) {
    (self.path, self.identifier, self.kind, self.platform) = (path, identifier, kind, platform)
    (self.verdict, self.rules, self.findings, self.errors) = (verdict, rules, findings, errors)
    (self.checkerLines, self.builds, self.digests) = (checkerLines, builds, digests)
  }

  /// Of a bundle that was not evaluated.
  package static func unevaluated(_ path: String, _ error: EngineError) -> BundleReport {
    BundleReport(
      path: path, identifier: nil, kind: nil, platform: nil, verdict: .error, rules: [], findings: [], errors: [error])
  }
}

extension BundleReport {
  /// Works out the verdict anew, and which of its rules failed for nothing that counts.
  package mutating func settle(failOn: Severity) {
    for number in rules.indices where rules[number].status == .fail {
      let own = findings.filter { $0.rule == rules[number].id }
      if own.allSatisfy({ !$0.isOpen }) { rules[number].status = .baselined }
    }
    let fails = findings.contains { $0.isOpen && $0.severity >= failOn }
    verdict = errors.isEmpty ? (fails ? .fail : .pass) : .error
  }

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
  private let record: Contents

  /// What the digest is made of.
  private enum Contents: Hashable {
    /// Bytes of every file read for it, in the order read.
    case read([[UInt8]])
    /// The digest, in a report that was read.
    case recorded(String)
  }

  package init(id: String, version: String?, source: String, contents: [[UInt8]]) {
    (self.id, self.version, self.source) = (id, version, source)
    record = .read(contents)
  }

  /// A policy of a report that was read.
  init(id: String, version: String?, source: String, digest: String) {
    (self.id, self.version, self.source) = (id, version, source)
    record = .recorded(digest)
  }

  /// `sha256:` and 64 hexadecimal digits over all files read for it.
  public var digest: String {
    if case .recorded(let digest) = record { digest } else { Digest.of(parts: contents) }
  }

  /// Bytes of every file read for it, in the order read; empty for a policy of a report that was read.
  package var contents: [[UInt8]] {
    switch record {
    case .read(let files): files
    case .recorded: []
    }
  }
}

/// A file of waivers, which lies with the project that is checked and not with the policy.
public struct WaiverFile: Hashable, Sendable {
  /// The file, as given.
  public let source: String
  /// Its bytes; empty for a file of a report that was read.
  package let contents: [UInt8]
  private let recordedDigest: String?

  package init(source: String, contents: [UInt8]) {
    self.source = source
    self.contents = contents
    recordedDigest = nil
  }

  /// A file of a report that was read.
  init(source: String, digest: String) {
    self.source = source
    contents = []
    recordedDigest = digest
  }

  /// `sha256:` and 64 hexadecimal digits over the bytes.
  public var digest: String { recordedDigest ?? Digest.of(parts: [contents]) }

  /// The name of the one that is used without being named.
  public static let standardName = "waivers.lua"
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
  /// Rules that applied, and are evaluated when the reports of all shards are merged.
  public var rulesPending = 0

  package init() {}
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
  /// Whether a finding of the baseline that is gone fails the check.
  public var isBaselineStrict = false
  /// Which part of a run it is about; nil for a whole run.
  public var shard: Shard?
  /// The earlier builds that this part of a run was compared with none of: errors unless another part was.
  package var unusedPrevious: [EngineError] = []
  /// The rules that wait for the other parts of the run; nil where none does.
  package var pending: PendingRules?

  package init(
    verdict: Verdict, policies: [PolicySummary], bundles: [BundleReport], errors: [EngineError],
    warnings: [EngineError], summary: ReportSummary
  ) {
    (self.verdict, self.policies, self.bundles) = (verdict, policies, bundles)
    (self.errors, self.warnings, self.summary) = (errors, warnings, summary)
  }

  /// Adds an error that occurred after all bundles had been checked, and makes the verdict `error`.
  ///
  /// - Parameter failure: The error.
  public mutating func add(failure: EngineError) {
    errors.append(failure)
    verdict = .error
  }

  /// Accepts every open finding, as a new baseline of this report does, so that the report passes.
  ///
  /// The report must contain its bundles. An incomplete report remains incomplete.
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
}

extension Report {
  /// Creates the report of a check that could not begin.
  ///
  /// - Parameter failure: The reason.
  public init(failure: EngineError) {
    self.init(verdict: .error, policies: [], bundles: [], errors: [failure], warnings: [], summary: ReportSummary())
  }
}

/// What a report says of all bundles together, counted as they come, so that they need not be kept.
package struct ReportTally {
  package private(set) var summary = ReportSummary()
  package private(set) var hasFailure = false
  package private(set) var hasError = false
  /// Of each rule selected, in their order, whether it applied to any bundle.
  package private(set) var applied: [Bool]

  /// Begins to count; `rules` are selected.
  package init(rules: Int) { applied = [Bool](repeating: false, count: rules) }

  package mutating func add(_ bundle: BundleReport) {
    summary.bundles += 1
    switch bundle.verdict {
    case .pass: break
    case .fail:
      hasFailure = true
      summary.failedBundles += 1
    case .error:
      hasError = true
      summary.incompleteBundles += 1
    }
    for finding in bundle.findings { count(finding) }
    for (position, rule) in bundle.rules.enumerated() {
      switch rule.status {
      case .notApplicable:
        summary.rulesNotApplicable += 1
        continue
      case .pending:
        summary.rulesPending += 1
        if applied.indices.contains(position) { applied[position] = true }
        continue
      case .pass, .waived, .baselined: summary.rulesPassed += 1
      case .fail, .error: summary.rulesFailed += 1
      }
      summary.rulesEvaluated += 1
      if applied.indices.contains(position) { applied[position] = true }
    }
  }

  private mutating func count(_ finding: Finding) {
    if finding.isWaived {
      summary.waived += 1
    } else if finding.isBaselined {
      summary.baselined += 1
    } else {
      switch finding.severity {
      case .error: summary.errors += 1
      case .warning: summary.warnings += 1
      case .note: summary.notes += 1
      }
    }
  }
}

/// The policy that bundles are held against when none is named and none lies in reach.
public struct DefaultPolicy: Hashable, Sendable {
  /// What it is called.
  public let id: String
  /// Why it was taken.
  public let because: String

  /// `apple.recommended`, for want of a policy of one's own.
  public static let standard = DefaultPolicy(
    id: "apple.recommended", because: "there is no policy.lua in the working directory or above it")

  /// Returns whether a policy is named by the id of a standard policy.
  ///
  /// - Parameter policy: The argument of `--policy`.
  public static func isStandard(_ policy: String) -> Bool { StandardPolicies.has(policy) }

  /// One line for people.
  public var remark: String { "\(because), and --policy is not given: using \(id)" }
}

extension DefaultPolicy {
  /// The ids of the policies that the program carries, in the order of their files.
  ///
  /// Found by reading all their sources: for completions and documents, not for checks.
  public static var standardIdentifiers: [String] {
    StandardPolicies.paths.compactMap { path in
      guard let source = StandardPolicies.source(path) else { return nil }
      let start = Array(#"policy ""#.utf8)
      // What declares a policy says so at the start of a line.
      for line in source.split(separator: UInt8(ascii: "\n")) where line.starts(with: start) {
        let id = line.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }
        return String(decoding: id, as: UTF8.self)
      }
      return nil
    }
  }
}
