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

  /// Creates the format.
  ///
  /// - Parameter failOn: The findings that fail the check.
  public init(failOn: FailureThreshold) { self.failOn = failOn }

  private struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0

    static func + (one: Counts, other: Counts) -> Counts {
      Counts(
        tests: one.tests + other.tests, failures: one.failures + other.failures, errors: one.errors + other.errors)
    }

    var attributes: String { "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\"" }
  }

  /// See `ReportView`.
  public mutating func add(_ bundle: BundleReport) -> [UInt8] {
    let outcome = BundleOutcome(bundle, failOn: failOn)
    var suite = Suite(name: bundle.path)
    for rule in outcome.rules { suite.add(rule, in: bundle) }
    for error in outcome.errors { suite.add(error) }
    counts = counts + suite.counts
    return Array(suite.text.utf8)
  }

  /// See `ReportView`.
  public func finish(_ report: Report) -> (head: [UInt8], tail: [UInt8]) {
    let remainder = ReportRemainder(report)
    var suite = Suite(name: "bundlepolicy")
    for error in remainder.errors { suite.add(error) }
    if let failure = remainder.failure {
      suite.add(failure.code.rawValue) {
        $0.fail(type: failure.code.rawValue, failure.message, [DiagnosticLine.render(failure)])
      }
    }
    var remarks = report.warnings.flatMap { warning in
      [DiagnosticLine.render(warning, label: "warning")] + (warning.hint.map { ["  fix: \($0)"] } ?? [])
    }
    remarks += report.setup.map { "note: \($0.message)" }
    suite.write(output: remarks, "    ")
    let all = counts + suite.counts
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"bundlepolicy\" \(all.attributes)>\n"
    let tail = (suite.cases.isEmpty ? "" : suite.text) + "</testsuites>\n"
    return (Array(head.utf8), Array(tail.utf8))
  }

  private struct Suite {
    let name: String
    private(set) var counts = Counts()
    private(set) var cases = ""
    private var skipped = 0

    init(name: String) { self.name = name }

    var text: String {
      "  <testsuite name=\"\(XMLText.line(name))\" \(counts.attributes) skipped=\"\(skipped)\">\n\(cases)  </testsuite>\n"
    }

    mutating func add(_ rule: RuleOutcome, in bundle: BundleReport) {
      let failing = rule.failing.flatMap { FindingLines.lines($0, in: bundle) }
      var output = (rule.tolerated + rule.excused).flatMap { FindingLines.lines($0, in: bundle) }
      add(rule.rule) { suite in
        if rule.isBroken {
          let first = rule.errors.first
          suite.stop(
            type: first?.code.rawValue ?? "rule.error", first?.message ?? "the rule could not be evaluated",
            rule.errors.flatMap(FindingLines.lines) + failing)
        } else if let first = rule.failing.first {
          let more = rule.failing.count > 1 ? " (and \(rule.failing.count - 1) more)" : ""
          suite.fail(type: first.severity.rawValue, first.message + more, failing)
        } else if rule.isSkipped {
          suite.skipped += 1
          suite.cases += "      <skipped message=\"\(XMLText.line(rule.reason ?? "not applicable"))\"/>\n"
        } else if let reason = rule.reason {
          output.append("note: \(reason)")
        }
        suite.write(output: output, "      ")
      }
    }

    mutating func add(_ error: EngineError) {
      add(error.code.rawValue) { $0.stop(type: error.code.rawValue, error.message, FindingLines.lines(error)) }
    }

    mutating func add(_ test: String, _ write: (inout Suite) -> Void) {
      counts.tests += 1
      cases += "    <testcase classname=\"\(XMLText.line(name))\" name=\"\(XMLText.line(test))\">\n"
      write(&self)
      cases += "    </testcase>\n"
    }

    mutating func fail(type: String, _ message: String, _ lines: [String]) {
      counts.failures += 1
      write("failure", type, message, lines)
    }

    private mutating func stop(type: String, _ message: String, _ lines: [String]) {
      counts.errors += 1
      write("error", type, message, lines)
    }

    private mutating func write(_ element: String, _ type: String, _ message: String, _ lines: [String]) {
      cases += "      <\(element) type=\"\(XMLText.line(type))\" message=\"\(XMLText.line(message))\">"
      cases += "\(XMLText.lines(lines))</\(element)>\n"
    }

    mutating func write(output lines: [String], _ indent: String) {
      if !lines.isEmpty { cases += "\(indent)<system-out>\(XMLText.lines(lines))</system-out>\n" }
    }
  }
}
