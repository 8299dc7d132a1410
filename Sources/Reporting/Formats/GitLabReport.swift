import Presentation
public import Reports
import StructuredText

/// The report for GitLab's Code Quality (docs.gitlab.com/ci/testing/code_quality): a JSON array of issues, with those members
/// of Code Climate's that GitLab reads.
///
/// An issue of severity `major` or worse is what failed the check; `blocker` is what kept it from being complete. What a waiver
/// or a baseline covers is left out: the format has no word for it. A rule that passed because there was nothing to compare is `info`.
public struct GitLabReport: ReportView {
  /// Open findings from this severity on are `major` at least.
  public let failOn: Severity

  private let workspace: Workspace?
  private var fingerprints = ReportFingerprints()
  private var tally = BundleTally()
  private var idle = IdleRules()
  private var hasIssues = false

  /// Creates the format.
  ///
  /// - Parameters:
  ///   - failOn: The lowest severity that fails the check.
  ///   - workspace: The checkout that paths are made relative to.
  public init(failOn: Severity, workspace: Workspace? = nil) {
    self.failOn = failOn
    self.workspace = workspace
  }

  /// The severities of the format that are used.
  private enum Level: String { case info, minor, major, critical, blocker }

  /// See `ReportView`.
  public mutating func add(_ bundle: BundleReport) -> [UInt8] {
    tally.count(bundle)
    idle.count(bundle)
    fingerprints.begin(bundle)
    let outcome = BundleOutcome(bundle, failOn: failOn)
    var bytes: [UInt8] = []
    for rule in outcome.rules {
      for (isFailing, findings) in [(true, rule.failing), (false, rule.tolerated)] {
        for finding in findings {
          bytes += write(
            finding.rule, Self.description(finding), Self.level(finding.severity, isFailing: isFailing),
            path: FindingLines.file(finding, in: bundle), line: finding.line, fingerprints.next(finding))
        }
      }
      for error in rule.errors { bytes += write(error, .blocker, in: bundle.path) }
      if rule.isBroken, rule.errors.isEmpty {
        let error = EngineError(code: "rule.error", message: "the rule could not be evaluated", rule: rule.rule)
        bytes += write(error, .blocker, in: bundle.path)
      }
    }
    for error in outcome.errors { bytes += write(error, .blocker, in: bundle.path) }
    return bytes
  }

  /// See `ReportView`.
  public func finish(_ report: Report) -> (head: [UInt8], tail: [UInt8]) {
    var rest = self
    rest.fingerprints.begin(nil)
    let remainder = ReportRemainder(report, tally)
    // GitLab shows nothing that has no file; the policy is where to look.
    let path = report.policies.last?.source ?? "policy.lua"
    var bytes: [UInt8] = []
    for error in remainder.errors { bytes += rest.write(error, .blocker, in: path) }
    if let failure = remainder.failure { bytes += rest.write(failure, .major, in: path) }
    for note in idle.notes { bytes += rest.write(note, .info, in: path) }
    return (Array("[".utf8), bytes + Array((rest.hasIssues ? "\n]\n" : "]\n").utf8))
  }

  private static func level(_ severity: Severity, isFailing: Bool) -> Level {
    switch (severity, isFailing) {
    case (.error, _): .critical
    case (_, true): .major
    case (.warning, false): .minor
    case (.note, false): .info
    }
  }

  private static func description(_ finding: Finding) -> String {
    let waiver = finding.waiver.map { ["waiver \(FindingLines.waiver($0))"] } ?? []
    let key = finding.keyPath.map { ["key \($0)"] } ?? []
    let fix = finding.fix.map { ["fix: \($0)"] } ?? []
    return ([finding.message] + key + fix + waiver).joined(separator: "; ")
  }

  private mutating func write(_ error: EngineError, _ level: Level, in path: String) -> [UInt8] {
    let place = error.file == nil ? nil : error.line
    let told = error.rule.map { ["rule \($0)"] } ?? []
    let fix = error.hint.map { ["fix: \($0)"] } ?? []
    let texts = level == .blocker ? ["check incomplete: \(error.message)"] + told + fix : [error.message] + told
    return write(
      error.code.rawValue, texts.joined(separator: "; "), level, path: error.file ?? path, line: place,
      fingerprints.next(error))
  }

  private mutating func write(
    _ name: String, _ description: String, _ level: Level, path: String, line: Int?, _ fingerprint: String
  ) -> [UInt8] {
    var json = JSONWriter(elementAtDepth: 1, isFirst: !hasIssues)
    hasIssues = true
    json.object { json in
      json.member("description", TerminalText.escape(description))
      json.member("check_name", TerminalText.escape(name))
      json.member("fingerprint", fingerprint)
      json.member("severity", level.rawValue)
      json.name("location")
      json.object { json in
        json.member("path", Self.relative(workspace?.path(path) ?? path))
        json.name("lines")
        // What has no line is shown at the first.
        json.object { $0.member("begin", max(1, line ?? 1)) }
      }
    }
    return json.bytes
  }

  /// GitLab compares paths with those of the repository, and knows none that starts with `./`.
  private static func relative(_ path: String) -> String {
    let text = ArtifactURI.segments(path).joined(separator: "/")
    return path.utf8.first == UInt8(ascii: "/") ? "/" + text : text.isEmpty ? "." : text
  }
}

/// What identifies findings and errors of one report, each differently.
///
/// A bundle is known by its identifier and its name, so that a checkout may lie elsewhere; among bundles that have both in
/// common, and among findings that are alike, the order tells. Kept is a number for each bundle, and for findings of the last.
struct ReportFingerprints {
  private var bundles: [[String]: Int] = [:]
  private var bundle: [String] = []
  private var uses: [String: Int] = [:]

  /// Goes on to the next bundle; nil for what belongs to none.
  mutating func begin(_ report: BundleReport?) {
    uses = [:]
    let name = report.map { $0.path.unicodeScalars.split(separator: "/").last.map { String($0) } ?? "" }
    let words = [report?.identifier ?? "", name].compactMap { $0 }
    let before = bundles[words, default: 0]
    bundles[words] = before + 1
    bundle = words + ["\(before)"]
  }

  /// 32 hexadecimal digits that no other finding of the report has.
  mutating func next(_ finding: Finding) -> String { next { finding.fingerprint(within: $0) } }

  /// 32 hexadecimal digits that no other error of the report has.
  mutating func next(_ error: EngineError) -> String { next { error.fingerprint(within: $0) } }

  private mutating func next(_ fingerprint: ([String]) -> String) -> String {
    let first = fingerprint(bundle)
    let before = uses[first, default: 0]
    uses[first] = before + 1
    return before == 0 ? first : fingerprint(bundle + ["again", "\(before)"])
  }
}
