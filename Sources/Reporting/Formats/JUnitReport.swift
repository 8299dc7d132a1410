import Presentation
public import Reports

/// The report as JUnit XML, for CI servers: a bundle is a suite, a rule a test in it. Without times: the same report gives
/// the same bytes.
///
/// Uses elements and attributes that Jenkins' xUnit plug-in accepts (junit-10.xsd). A test has at most one outcome.
public struct JUnitReport: ReportView {
  /// The open findings that fail a test.
  public let failOn: FailureThreshold

  private var counts = Counts()
  private var tally = BundleTally()

  /// Creates the format.
  ///
  /// - Parameter failOn: The findings that fail the check.
  public init(failOn: FailureThreshold) { self.failOn = failOn }

  private struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0

    mutating func add(_ other: Counts) {
      tests += other.tests
      failures += other.failures
      errors += other.errors
      skipped += other.skipped
    }

    var attributes: String { "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\"" }
  }

  /// See `ReportView`.
  public mutating func add(_ bundle: BundleReport) -> [UInt8] {
    tally.count(bundle)
    let outcome = BundleOutcome(bundle, failOn: failOn)
    var own = Counts()
    var cases = ""
    for rule in outcome.rules { Self.write(rule, in: bundle, &own, &cases) }
    for error in outcome.errors { Self.write(error, of: bundle.path, &own, &cases) }
    counts.add(own)
    return Array(Self.suite(bundle.path, own, cases).utf8)
  }

  /// See `ReportView`.
  public func finish(_ report: Report) -> (head: [UInt8], tail: [UInt8]) {
    let remainder = remainder(of: report)
    var all = counts
    all.add(remainder.counts)
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"bundlepolicy\" \(all.attributes)>\n"
    return (Array(head.utf8), Array((remainder.text + "</testsuites>\n").utf8))
  }

  private func remainder(of report: Report) -> (counts: Counts, text: String) {
    let remainder = ReportRemainder(report, tally)
    let name = "bundlepolicy"
    var own = Counts()
    var cases = ""
    for error in remainder.errors { Self.write(error, of: name, &own, &cases) }
    if let failure = remainder.failure {
      own.tests += 1
      own.failures += 1
      Self.begin(failure.code.rawValue, of: name, &cases)
      Self.write("failure", type: failure.code.rawValue, failure.message, [DiagnosticLine.render(failure)], &cases)
      cases += "    </testcase>\n"
    }
    var remarks = report.warnings.flatMap { warning in
      [DiagnosticLine.render(warning, label: "warning")] + (warning.hint.map { ["  fix: \($0)"] } ?? [])
    }
    remarks += report.setup.map { "note: \($0.message)" }
    Self.write(output: remarks, "    ", &cases)
    return (own, cases.isEmpty ? "" : Self.suite(name, own, cases))
  }

  private static func suite(_ name: String, _ counts: Counts, _ cases: String) -> String {
    "  <testsuite name=\"\(XMLText.line(name))\" \(counts.attributes) skipped=\"\(counts.skipped)\">\n\(cases)  </testsuite>\n"
  }

  private static func write(
    _ rule: RuleOutcome, in bundle: BundleReport, _ counts: inout Counts, _ text: inout String
  ) {
    counts.tests += 1
    begin(rule.rule, of: bundle.path, &text)
    let failing = rule.failing.flatMap { FindingLines.lines($0, in: bundle) }
    var output = (rule.tolerated + rule.excused).flatMap { FindingLines.lines($0, in: bundle) }
    if rule.isBroken {
      counts.errors += 1
      let first = rule.errors.first
      write(
        "error", type: first?.code.rawValue ?? "rule.error", first?.message ?? "the rule could not be evaluated",
        rule.errors.flatMap(FindingLines.lines) + failing, &text)
    } else if let first = rule.failing.first {
      counts.failures += 1
      let more = rule.failing.count > 1 ? " (and \(rule.failing.count - 1) more)" : ""
      write("failure", type: first.severity.rawValue, first.message + more, failing, &text)
    } else if rule.isSkipped {
      counts.skipped += 1
      text += "      <skipped message=\"\(XMLText.line(rule.reason ?? "not applicable"))\"/>\n"
    } else if let reason = rule.reason {
      output.append("note: \(reason)")
    }
    write(output: output, "      ", &text)
    text += "    </testcase>\n"
  }

  private static func write(
    _ error: EngineError, of name: String, _ counts: inout Counts, _ text: inout String
  ) {
    counts.tests += 1
    counts.errors += 1
    begin(error.code.rawValue, of: name, &text)
    write("error", type: error.code.rawValue, error.message, FindingLines.lines(error), &text)
    text += "    </testcase>\n"
  }

  private static func begin(_ name: String, of suite: String, _ text: inout String) {
    text += "    <testcase classname=\"\(XMLText.line(suite))\" name=\"\(XMLText.line(name))\">\n"
  }

  private static func write(
    _ element: String, type: String, _ message: String, _ lines: [String], _ text: inout String
  ) {
    text += "      <\(element) type=\"\(XMLText.line(type))\" message=\"\(XMLText.line(message))\">"
    text += "\(XMLText.lines(lines))</\(element)>\n"
  }

  private static func write(output lines: [String], _ indent: String, _ text: inout String) {
    if !lines.isEmpty { text += "\(indent)<system-out>\(XMLText.lines(lines))</system-out>\n" }
  }
}
