import Basics
import Presentation
public import Reports
import StructuredText

/// The report in the Test Anything Protocol, version 13 (testanything.org/tap-version-13-specification.html): a rule on a
/// bundle is a test point, and so is every error, so that an incomplete check fails. Readers of version 14 accept it; `prove` rejects
/// version 14, and nothing here needs it.
///
/// The plan is last. An accepted finding is `not ok` with `TODO`, which harnesses let pass.
public struct TAPReport: ReportView {
  /// The open findings that fail a test point.
  public let failOn: FailureThreshold

  private var points = 0

  /// Creates the format.
  ///
  /// - Parameter failOn: The findings that fail the check.
  public init(failOn: FailureThreshold) { self.failOn = failOn }

  /// See `ReportView`.
  public mutating func add(_ bundle: BundleReport) -> [UInt8] {
    let outcome = BundleOutcome(bundle, failOn: failOn)
    var text = ""
    for rule in outcome.rules { Self.write(rule, in: bundle, &points, &text) }
    for error in outcome.errors { Self.write(error, of: bundle.path, &points, &text) }
    return Array(text.utf8)
  }

  /// See `ReportView`.
  public func finish(_ report: Report) -> (head: [UInt8], tail: [UInt8]) {
    var points = points
    var text = ""
    let remainder = ReportRemainder(report)
    for error in remainder.errors { Self.write(error, of: "bundlepolicy", &points, &text) }
    if let failure = remainder.failure {
      Self.begin("bundlepolicy: \(failure.code)", false, "", &points, &text)
      Self.write(failure.message, errors: [], &text)
    }
    for warning in report.warnings {
      text += "# \(TerminalText.escape(DiagnosticLine.render(warning, label: "warning")))\n"
    }
    for note in report.setup { text += "# note: \(TerminalText.escape(note.message))\n" }
    text += points == 0 ? "1..0 # SKIP nothing was checked\n" : "1..\(points)\n"
    return (Array("TAP version 13\n".utf8), Array(text.utf8))
  }

  private static func write(_ rule: RuleOutcome, in bundle: BundleReport, _ points: inout Int, _ text: inout String) {
    let name = "\(bundle.path): \(rule.rule)"
    var directive = ""
    var isGood = true
    if rule.isBroken || !rule.failing.isEmpty {
      isGood = false
    } else if let excuse = rule.excused.first.flatMap(FindingLines.excuse) {
      isGood = false
      let more = rule.excused.count > 1 ? " (and \(rule.excused.count - 1) more)" : ""
      directive = " # TODO " + Self.plain(excuse) + more
    } else if rule.isSkipped, rule.tolerated.isEmpty {
      directive = " # SKIP " + Self.plain(rule.reason ?? "not applicable")
    }
    begin(name, isGood, directive, &points, &text)
    if isGood, !rule.isSkipped, let reason = rule.reason { text += "# note: \(TerminalText.escape(reason))\n" }
    if rule.findings.isEmpty && !rule.isBroken { return }
    let message = rule.errors.first?.message ?? rule.findings.first?.message ?? "the rule could not be evaluated"
    let findings = rule.findings.map { finding in
      let first = [
        (name: "at", text: FindingLines.place(finding, in: bundle).text), ("state", FindingLines.state(finding)),
        ("message", finding.message),
      ]
      return first
        + FindingLines.details(finding, in: bundle).map {
          (name: $0.name == "severity" ? "changed" : $0.name, text: $0.text)
        }
    }
    write(message, errors: rule.errors, findings: findings, &text)
  }

  private static func write(_ error: EngineError, of name: String, _ points: inout Int, _ text: inout String) {
    begin("\(name): \(error.code)", false, "", &points, &text)
    write(error.message, errors: [error], &text)
  }

  private static func begin(
    _ name: String, _ isGood: Bool, _ directive: String, _ points: inout Int, _ text: inout String
  ) {
    points += 1
    text += "\(isGood ? "ok" : "not ok") \(points) - \(plain(name))\(directive)\n"
  }

  private static func write(
    _ message: String, errors: [EngineError], findings: [[(name: String, text: String)]] = [], _ text: inout String
  ) {
    text += "  ---\n  message: \(quoted(message))\n"
    let errors: [[(name: String, text: String)]] = errors.map { error in
      [("code", error.code.rawValue), ("text", FindingLines.lines(error).joined(separator: "\n"))]
    }
    for (name, lists) in [("errors", errors), ("findings", findings)] where !lists.isEmpty {
      text += "  \(name):\n"
      for (number, member) in lists.flatMap({ $0.enumerated() }) {
        text += "\(number == 0 ? "    - " : "      ")\(member.name): \(quoted(member.text))\n"
      }
    }
    text += "  ...\n"
  }

  /// Returns text on one line that begins no directive: version 13 has no escape for `#`, and its readers ignore the backslash of version
  /// 14.
  private static func plain(_ text: String) -> String {
    TerminalText.escape(text).replacing("#", with: "\\u{23}")
  }

  /// A JSON string is a YAML string (YAML 1.2, 1.3), except for two characters that YAML requires to be escaped (5.1).
  private static func quoted(_ text: String) -> String {
    var json = JSONWriter(isOnOneLine: true)
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self).replacing("\u{FFFE}", with: "\\ufffe")
      .replacing("\u{FFFF}", with: "\\uffff")
  }
}
