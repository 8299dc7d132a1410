public import Basics
public import BuildRecords
import StandardPolicies

/// An error that stopped a part of a check. Any error makes the exit status 2.
public typealias EngineError = Diagnostic<EngineCode>

/// The kind of an error: a stable, dotted code such as `limit.fuel`, `policy.syntax` or `bundle.not-found`. Checkers have codes of their
/// own.
public struct EngineCode: DiagnosticCode, ExpressibleByStringLiteral {
  /// Further data of an error.
  public struct Details: Hashable, Sendable {
    fileprivate var rule: String?
    fileprivate var trace: Traceback?
    fileprivate var unknownParameter: String?
  }

  /// The code.
  public let rawValue: String

  /// Makes a code from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Makes a code from a literal.
  public init(stringLiteral value: String) { rawValue = value }
}

extension EngineError {
  /// Makes an error. `line` counts from 1; `rule` is a full rule id; `subject` is the thing the error is about.
  public init(
    code: String, message: String, file: String? = nil, line: Int? = nil, rule: String? = nil, hint: String? = nil,
    subject: String? = nil
  ) {
    self.init(EngineCode(rawValue: code), message, file: file, hint: hint, subject: subject)
    self.line = line
    self.rule = rule
  }

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
    column = error.column
  }

  /// `policy-id/rule-id` of a rule that could not be evaluated.
  public var rule: String? {
    get { details?.rule }
    set { mutableDetails.rule = newValue }
  }

  /// The lines of policies that led to the error, if there are several.
  public var trace: Traceback? {
    get { details?.trace }
    set { mutableDetails.trace = newValue }
  }

  package var unknownParameter: String? {
    get { details?.unknownParameter }
    set { mutableDetails.unknownParameter = newValue }
  }

  private var mutableDetails: EngineCode.Details {
    get { details ?? EngineCode.Details() }
    set { details = newValue == EngineCode.Details() ? nil : newValue }
  }
}

/// The result of a rule on a bundle and its nested bundles.
public struct RuleResult: Hashable, Sendable {
  /// The outcome. All except `not-applicable` mean that the rule was evaluated.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// Nothing was found.
    case pass
    /// There are open findings, of any severity.
    case fail
    /// Waivers cover all findings.
    case waived
    /// A baseline accepts all findings that no waiver covers.
    case baselined
    /// The rule applied to none of the bundles.
    case notApplicable = "not-applicable"
    /// The rule could not be evaluated.
    case error
    /// The rule compares the bundles of all shards, and is evaluated when their reports are merged.
    case pending
  }

  /// `policy-id/rule-id`.
  public let id: String
  /// The status for the bundle and its nested bundles together.
  public var status: Status
  /// The number of findings, including accepted ones.
  public var findings: Int
  /// The work done, in units of fuel.
  public var fuel: UInt64
  /// Why the rule did not apply, or what would make it apply; for a pass, a remark if it proves little.
  public var reason: String?
  /// The change of an including policy to the rule.
  public var adjustment: AppliedAdjustment? {
    get { adjustments.first }
    set { adjustments = newValue.map { [$0] } ?? [] }
  }
  /// At most one. Kept apart, because a report on thousands of bundles contains hundreds of results, and few have it.
  private var adjustments: [AppliedAdjustment] = []
  /// Explanations for each bundle, in the order of the graph, if requested.
  public var explanations: [RuleExplanation]?

  package init(id: String, status: Status, findings: Int, fuel: UInt64, reason: String? = nil) {
    (self.id, self.status, self.findings, self.fuel, self.reason) = (id, status, findings, fuel, reason)
  }
}

/// The verdict on a bundle or a whole check.
public enum Verdict: String, Hashable, Sendable, CaseIterable {
  /// Every rule was evaluated and no finding counts.
  case pass
  /// At least one finding counts.
  case fail
  /// Something could not be read or evaluated. Takes precedence over the others.
  case error
}

/// The result for a bundle named on the command line and its nested bundles.
public struct BundleReport: Hashable, Sendable {
  /// The path as given.
  public var path: String
  /// `CFBundleIdentifier`, if it is a string.
  public var identifier: String?
  /// The kind of bundle, or nil if it could not be read.
  public var kind: String?
  /// The platform, if it is known.
  public var platform: String?
  /// `error` if there are errors, `fail` if a finding counts.
  public var verdict: Verdict
  /// The results of all selected rules, in the order declared.
  public var rules: [RuleResult]
  /// The findings, sorted, including accepted ones.
  public var findings: [Finding]
  /// Errors, in the order in which they occurred.
  public var errors: [EngineError]
  /// The output of checkers, for their authors. Each line begins with the checker's name.
  public var checkerLines: [String] = []
  /// The day of the check, if a rule read it: the result may differ on another day.
  public var asOf: CalendarDate?
  /// The facts about the bundle and its nested bundles that a later check can compare with.
  public var builds: [BuildFacts] = []
  package var icon: BundleIcon?
  /// The bytes of all its files, if the report keeps icons and they are known.
  package var size: Int64?
  package var history: ProductHistory?
  /// The digests that identify the bundle, if a receipt was requested and there are no errors.
  public var digests: SubjectDigests?
  /// The data that rules collected from the bundle and its nested bundles, until bundles are compared.
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

  package static func unevaluated(_ path: String, _ error: EngineError) -> BundleReport {
    BundleReport(
      path: path, identifier: nil, kind: nil, platform: nil, verdict: .error, rules: [], findings: [], errors: [error])
  }
}

extension BundleReport {
  package mutating func updateVerdict(failOn: FailureThreshold) {
    for number in rules.indices where rules[number].status == .fail {
      let own = findings.filter { $0.rule == rules[number].id }
      if own.allSatisfy({ !$0.isOpen }) { rules[number].status = .baselined }
    }
    let fails = findings.contains { $0.isOpen && failOn.includes($0.severity) }
    verdict = errors.isEmpty ? (fails ? .fail : .pass) : .error
  }

  /// Marks the open findings as baselined, and updates rules and verdict.
  fileprivate mutating func acceptFindings() {
    for position in findings.indices where findings[position].isOpen { findings[position].isBaselined = true }
    for position in rules.indices where rules[position].status == .fail { rules[position].status = .baselined }
    if verdict == .fail { verdict = .pass }
  }
}

/// A policy that the check used.
public struct PolicySummary: Hashable, Sendable {
  /// The declared id.
  public let id: String
  /// The declared version, if there is one.
  public let version: String?
  /// The path of the file, as given.
  public let source: String
  /// `sha256:` and the digest of the digests of all files read, in 64 hexadecimal digits.
  public let digest: String

  package init(id: String, version: String?, source: String, digest: String) {
    (self.id, self.version, self.source, self.digest) = (id, version, source, digest)
  }
}

/// A waiver file of the project that is checked, not of the policy.
public struct WaiverFile: Hashable, Sendable {
  /// The path of the file, as given.
  public let source: String
  /// The contents; empty for a file from a report.
  package let contents: [UInt8]
  private let recordedDigest: String?

  package init(source: String, contents: [UInt8]) {
    self.source = source
    self.contents = contents
    recordedDigest = nil
  }

  init(source: String, digest: String) {
    self.source = source
    contents = []
    recordedDigest = digest
  }

  /// `sha256:` and the digest of the contents, in 64 hexadecimal digits.
  public var digest: String { recordedDigest ?? "sha256:" + SHA256Digest(ofParts: [contents]).hexadecimal }

  /// The name of the file that is used by default.
  public static let standardName = "waivers.lua"
}

/// The settings of a project file that applied to a check.
public struct ProjectSettings: Hashable, Sendable {
  /// The path of the file, as given or found.
  public let file: String
  /// The names of the settings, such as `policies`, in the order of the documentation.
  public let names: [String]

  package init(file: String, names: [String]) { (self.file, self.names) = (file, names) }

  /// A line for reports.
  public var remark: String { "settings from \(file): \(names.joined(separator: ", "))" }
}

/// The totals of a check.
public struct ReportSummary: Hashable, Sendable {
  /// The number of bundles named, including unreadable ones, without nested ones.
  public var bundles = 0
  /// The number of these bundles that failed.
  public var failedBundles = 0
  /// The number of these bundles that could not be read or evaluated completely.
  public var incompleteBundles = 0
  /// The number of open findings of severity error.
  public var errors = 0
  /// The number of open findings of severity warning.
  public var warnings = 0
  /// The number of open findings of severity note.
  public var notes = 0
  /// The number of findings that a valid waiver covers.
  public var waived = 0
  /// The number of findings that a baseline accepts.
  public var baselined = 0
  /// The number of rules that applied, counted for each bundle named.
  public var rulesEvaluated: Int { rulesPassed + rulesFailed }
  /// The number of these without open findings.
  public var rulesPassed = 0
  /// The number of these with open findings or an error.
  public var rulesFailed = 0
  /// The number of rules that applied to no bundle.
  public var rulesNotApplicable = 0
  /// The number of rules that are evaluated when the reports of all shards are merged.
  public var rulesPending = 0

  package init() {}
}

/// The whole result of a check. Every format is a view of this record.
public struct Report: Hashable, Sendable {
  /// The verdict, which determines the exit status.
  public var verdict: Verdict
  /// The policies, in the order loaded.
  public var policies: [PolicySummary]
  /// The policy that was used by default, or nil if one was named.
  public var defaultPolicy: DefaultPolicy?
  /// The waiver files that were applied, in the order given.
  public var waiverFiles: [WaiverFile] = []
  /// The bundles, sorted by path.
  public var bundles: [BundleReport]
  /// The ledger that was used; nil if none was.
  public var ledger: LedgerUse?
  /// Errors that are not about a single bundle.
  public var errors: [EngineError]
  /// Warnings that do not change the verdict, such as an unused waiver.
  public var warnings: [EngineError]
  /// The totals.
  public var summary: ReportSummary
  /// The open findings that fail a bundle.
  public var failOn = FailureThreshold.error
  /// The project file that the check took settings from; nil if there were none.
  public var project: ProjectSettings?
  /// Whether findings that are gone from the baseline fail the check.
  public var isBaselineStrict = false
  /// The shard of the run, or nil for a whole run.
  public var shard: Shard?
  /// The earlier builds that no bundle of this shard was compared with: errors, unless another shard used them.
  package var unusedPrevious: [EngineError] = []
  /// The rules that wait for the other shards of the run, or nil if there are none.
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
  package var setup: [EngineError] {
    var remarks: [EngineError] = []
    if failOn == .never {
      remarks.append(
        EngineError(code: "check.report-only", message: "violations do not fail this check (--fail-on never)"))
    }
    if let policy = defaultPolicy { remarks.append(EngineError(code: "policy.default", message: policy.remark)) }
    if let project { remarks.append(EngineError(code: "project.settings", message: project.remark)) }
    return remarks
  }

  /// Creates the report of a check that could not begin.
  ///
  /// - Parameter failure: The reason.
  public init(failure: EngineError) {
    self.init(verdict: .error, policies: [], bundles: [], errors: [failure], warnings: [], summary: ReportSummary())
  }
}

/// Counts results bundle by bundle, so that the bundles need not be kept.
package struct ReportTally {
  package private(set) var summary = ReportSummary()
  package private(set) var applied: [Bool]

  package init(rules: Int) { applied = [Bool](repeating: false, count: rules) }

  package mutating func add(_ bundle: BundleReport) {
    summary.bundles += 1
    switch bundle.verdict {
    case .pass: break
    case .fail: summary.failedBundles += 1
    case .error: summary.incompleteBundles += 1
    }
    for finding in bundle.findings { summary.count(finding) }
    for (position, rule) in bundle.rules.enumerated() {
      switch rule.status {
      case .notApplicable:
        summary.rulesNotApplicable += 1
        continue
      case .pending: summary.rulesPending += 1
      case .pass, .waived, .baselined: summary.rulesPassed += 1
      case .fail, .error: summary.rulesFailed += 1
      }
      if applied.indices.contains(position) { applied[position] = true }
    }
  }
}

extension ReportSummary {
  package init(_ findings: some Sequence<Finding>) { for finding in findings { count(finding) } }

  package var findings: Int { errors + warnings + notes + waived + baselined }

  fileprivate mutating func count(_ finding: Finding) {
    if finding.isWaived {
      waived += 1
    } else if finding.isBaselined {
      baselined += 1
    } else {
      switch finding.severity {
      case .error: errors += 1
      case .warning: warnings += 1
      case .note: notes += 1
      }
    }
  }
}

/// The policy that is used if none is named and none is found.
public struct DefaultPolicy: Hashable, Sendable {
  /// The id.
  public let id: String
  /// The reason why it is used.
  public let because: String

  /// `apple.recommended`, because the project has no policy.
  public static let standard = DefaultPolicy(
    id: "apple.recommended", because: "there is no policy.lua in the working directory or above it")

  /// Returns whether a policy is named by the id of a standard policy.
  ///
  /// - Parameter policy: The argument of `--policy`.
  public static func isStandard(_ policy: String) -> Bool { StandardPolicies.has(policy) }

  /// A line for reports.
  public var remark: String { "\(because), and --policy is not given: using \(id)" }
}

extension DefaultPolicy {
  /// The ids of the standard policies, in the order of their files.
  ///
  /// Reads all their sources: for completions and documents, not for checks.
  public static var standardIdentifiers: [String] {
    StandardPolicies.paths.compactMap { path in
      guard let source = StandardPolicies.source(path) else { return nil }
      let start = Array(#"policy ""#.utf8)
      // A policy is declared at the beginning of a line.
      for line in source.split(separator: UInt8(ascii: "\n")) where line.starts(with: start) {
        let id = line.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }
        return String(decoding: id, as: UTF8.self)
      }
      return nil
    }
  }
}

/// A format of the report that is written bundle by bundle, so that thousands need not be kept in memory.
///
/// The text is the head, then the result of `add` for each bundle, then the tail; the same report gives the same bytes.
public protocol ReportView: Sendable {
  /// Whether there is text before the bundles. Without it each bundle can be written as soon as it has been checked.
  var hasHead: Bool { get }

  /// Returns the text for a bundle. Call it once for each bundle, in the order of the report.
  mutating func add(_ bundle: BundleReport) -> [UInt8]

  /// Returns the text before and after the bundles. Call it once, when all bundles have been added. The report's own list of bundles is
  /// not read and may be empty.
  func finish(_ report: Report) -> (head: [UInt8], tail: [UInt8])
}

extension ReportView {
  /// Most formats start with totals, which are known only at the end.
  public var hasHead: Bool { true }

  /// Returns the whole report. Use a new view for each report.
  ///
  /// - Parameter report: A report that contains its bundles.
  public func render(_ report: Report) -> [UInt8] {
    var view = self
    var bundles: [UInt8] = []
    for bundle in report.bundles { bundles += view.add(bundle) }
    let (head, tail) = view.finish(report)
    return head + bundles + tail
  }
}

/// The lines of policies that led to an error, innermost first. Only both ends of a long chain are kept.
public struct Traceback: Hashable, Sendable {
  /// A call.
  public struct Place: Hashable, Sendable {
    /// The policy or module file.
    public let file: String
    /// The line number, counting from 1.
    public let line: Int
    /// The owner of the line: `function 'name'`, `the function at line 12`, `the file itself`.
    public let owner: String

    /// Makes a call.
    public init(file: String, line: Int, owner: String) { (self.file, self.line, self.owner) = (file, line, owner) }

    /// `FILE:LINE in OWNER`, unescaped.
    public var text: String { "\(file):\(line) in \(owner)" }
  }

  /// The innermost calls, at most 10.
  public let inner: [Place]
  /// The number of calls omitted after them.
  public let omitted: Int
  /// The outermost calls, at most 5.
  public let outer: [Place]

  /// Makes a chain of calls.
  public init(inner: [Place], omitted: Int = 0, outer: [Place] = []) {
    (self.inner, self.omitted, self.outer) = (inner, omitted, outer)
  }
}

extension Traceback {
  package var lines: [String] {
    inner.map(\.text) + (omitted > 0 ? ["… \(omitted) more …"] : []) + outer.map(\.text)
  }

  package var detailLines: [String] {
    lines.enumerated().map { ($0.offset == 0 ? "    trace     " : "              ") + $0.element }
  }
}
