import Presentation
public import Reports
import StructuredText

/// The report for GitLab's Code Quality (docs.gitlab.com/ci/testing/code_quality): a JSON array of issues, with those members
/// of Code Climate's that GitLab reads.
///
/// Issues of severity `major` or worse fail the check; `blocker` means that it is incomplete. Accepted findings are omitted, because the
/// format cannot express them. A rule that passed because there was nothing to compare is `info`.
public struct GitLabReport: ReportView {
  /// The open findings that are at least `major`.
  public let failOn: FailureThreshold

  private let workspace: Workspace?
  private var fingerprints = ReportFingerprints()
  private var idle = IdleRules()
  private var hasIssues = false

  /// Creates the format.
  ///
  /// - Parameters:
  ///   - failOn: The findings that fail the check.
  ///   - workspace: The checkout that paths are made relative to.
  public init(failOn: FailureThreshold, workspace: Workspace? = nil) {
    self.failOn = failOn
    self.workspace = workspace
  }

  private enum Level: String { case info, minor, major, critical, blocker }

  /// See `ReportView`.
  public mutating func add(_ bundle: BundleReport) -> [UInt8] {
    idle.count(bundle)
    fingerprints.begin(bundle)
    let outcome = BundleOutcome(bundle, failOn: failOn)
    var bytes: [UInt8] = []
    for rule in outcome.rules {
      for (isFailing, findings) in [(true, rule.failing), (false, rule.tolerated)] {
        for finding in findings {
          let place = FindingLines.place(finding, in: bundle)
          bytes += write(
            finding.rule, Self.description(finding, in: bundle), Self.level(finding.severity, isFailing: isFailing),
            path: place.file, line: place.line, fingerprints.next(finding))
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
    let remainder = ReportRemainder(report)
    // GitLab ignores issues without a file, so name the policy.
    let path = report.policies.last?.source ?? "policy.lua"
    var bytes: [UInt8] = []
    for error in remainder.errors { bytes += rest.write(error, .blocker, in: path) }
    if let failure = remainder.failure { bytes += rest.write(failure, .major, in: path) }
    for note in idle.notes + report.setup.filter({ $0.code == "check.report-only" }) {
      bytes += rest.write(note, .info, in: path)
    }
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

  private static func description(_ finding: Finding, in bundle: BundleReport) -> String {
    let waiver = finding.waiver.map { ["waiver \(FindingLines.waiver($0))"] } ?? []
    let key = finding.keyPath.map { ["key \($0)"] } ?? []
    let fix = finding.fix.map { ["fix: \($0)"] } ?? []
    let places = FindingLines.otherPlaces(finding, in: bundle).map { "\($0.name) \($0.text)" }
    return ([finding.message] + key + fix + places + waiver).joined(separator: "; ")
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
      json.object("location") { json in
        json.member("path", Self.relative(workspace?.path(path) ?? path))
        // A finding without a line is shown at the first.
        json.object("lines", ["begin": max(1, line ?? 1)])
      }
    }
    return json.bytes
  }

  /// GitLab compares paths with paths of the repository, which do not start with `./`.
  private static func relative(_ path: String) -> String {
    let text = ArtifactURI.segments(path).joined(separator: "/")
    return path.utf8.first == UInt8(ascii: "/") ? "/" + text : text.isEmpty ? "." : text
  }
}

/// Makes fingerprints of findings and errors that are unique within a report.
///
/// A bundle is identified by its identifier and name, so that the path of the checkout does not matter. Bundles with the same identifier
/// and name, and identical findings, are distinguished by their order. Only counts are kept: for each bundle, and for findings of the last.
struct ReportFingerprints {
  private var bundles: [[String]: Int] = [:]
  private var bundle: [String] = []
  private var uses: [String: Int] = [:]

  /// Begins the next bundle, or nil for errors of the whole check.
  mutating func begin(_ report: BundleReport?) {
    uses = [:]
    let name = report.map { $0.path.unicodeScalars.split(separator: "/").last.map { String($0) } ?? "" }
    let words = [report?.identifier ?? "", name].compactMap { $0 }
    let before = bundles[words, default: 0]
    bundles[words] = before + 1
    bundle = words + ["\(before)"]
  }

  /// Returns 32 hexadecimal digits, unique among the findings of the report.
  mutating func next(_ finding: Finding) -> String { next { finding.fingerprint(within: $0) } }

  mutating func next(_ error: EngineError) -> String { next { error.fingerprint(within: $0) } }

  private mutating func next(_ fingerprint: ([String]) -> String) -> String {
    let first = fingerprint(bundle)
    let before = uses[first, default: 0]
    uses[first] = before + 1
    return before == 0 ? first : fingerprint(bundle + ["again", "\(before)"])
  }
}
