import PolicyTestSupport
import ReportTestSupport
import Testing
@testable import Presentation

@testable import PolicyEngine
@testable import Reporting
@testable import Reports

/// The report in Markdown.
@Suite struct MarkdownReportTests {
  private static func text(_ report: Report, budget: Int? = nil) -> String {
    String(decoding: MarkdownReport(budget: budget).render(report), as: UTF8.self)
  }

  @Test func wholeText() throws {
    let (report, folder) = try fullReport()
    #expect(folder.withoutPath(Self.text(report)) == Self.expected)
    _ = try MarkdownOutline(MarkdownReport().render(report))
  }

  @Test func hostileTextIsNoMarkup() throws {
    for text in hostileTexts + hostileCommands + hostileMarkdown {
      let bytes = MarkdownReport().render(Self.report(of: text))
      #expect(steering(in: bytes) == [], "\(text.debugDescription)")
      let outline = try MarkdownOutline(bytes)
      // The lines that a harmless text has, and no other.
      let plain = try MarkdownOutline(MarkdownReport().render(Self.report(of: "plain")))
      #expect(outline.lines.count == plain.lines.count, "\(text.debugDescription)")
      #expect(outline.spans.contains(text.isEmpty ? "\"\"" : Self.inSpan(text)), "\(text.debugDescription)")
    }
  }

  /// The content of the code span for a string, including blanks.
  private static func inSpan(_ text: String) -> String {
    let shown = MarkdownText.code(text).unicodeScalars
    return String(shown.drop { $0 == "`" }.reversed().drop { $0 == "`" }.reversed().map(String.init).joined())
  }

  private static func report(of text: String) -> Report {
    var finding = Finding.sample
    finding.message = text
    finding.value = text
    finding.file = text
    finding.bundle = text
    finding.keyPath = text
    finding.expected = text
    finding.fix = text
    finding.help = text
    finding.rule = text
    var waived = finding
    waived.waiver = AppliedWaiver(
      because: text, owner: text, expires: text, isExpired: false, declared: SourceLocation(file: text, line: 1))
    let error = EngineError(code: "c", message: text, file: text, line: 1, rule: text, hint: text)
    var report = Report.sample(path: text, findings: [finding, waived], errors: [error])
    report.bundles[0].identifier = text
    report.bundles[0].platform = text
    report.errors = [error]
    report.warnings = [error]
    report.policies = [PolicySummary(id: text, version: text, source: text, digest: "")]
    report.defaultPolicy = DefaultPolicy(id: text, because: text)
    return report
  }

  @Test func whatFailsIsTold() {
    var report = Report.sample()
    #expect(!Self.text(report).contains("or worse"))
    report.failOn = .note
    #expect(Self.text(report).contains("; findings of severity note or worse fail.\n"))
    report.verdict = .fail
    #expect(Self.text(report).contains("the baseline lists findings that no longer occur"))
  }

  @Test(arguments: [(20, false), (21, true)]) func manyFindingsAreFolded(_ count: Int, _ isFolded: Bool) {
    let text = Self.text(Report.sample(findings: Array(repeating: .sample, count: count)))
    #expect(text.contains("<details><summary>21 findings</summary>\n\n- **error:**") == isFolded)
    #expect(Self.count("- **error:**", text) == count)
  }

  @Test(arguments: [(20, false), (21, true)]) func manyBundlesAreTwoTables(_ count: Int, _ areTwo: Bool) {
    let text = Self.text(Self.bundles(count, failing: [0]))
    #expect(Self.count("| Bundle |", text) == (areTwo ? 2 : 1))
    #expect(text.contains("<summary>\(count - 1) bundles pass</summary>") == areTwo)
    #expect(Self.count("| pass |", text) == count - 1 && Self.count("| **fail** |", text) == 1)
  }

  /// Counts are exact in any budget, and nothing is cut in the middle.
  @Test(arguments: [4096, 5000, 8192, 20_000, 100_000]) func budgets(_ budget: Int) throws {
    var report = Self.bundles(300, failing: Set(stride(from: 0, to: 300, by: 2)))
    report.errors = Array(repeating: EngineError(code: "c", message: "an error of all"), count: 100)
    report.warnings = Array(repeating: EngineError(code: "c", message: "a warning of all"), count: 100)
    let bytes = MarkdownReport(budget: budget).render(report)
    #expect(bytes.count <= budget && bytes.count > budget / 4)
    _ = try MarkdownOutline(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(Self.count("<details>", text) == Self.count("</details>", text))
    let items = Self.count("\n- **error:**", text)
    #expect(Self.count("\n  - rule: `p/r`, `p.lua:3`\n", text) == items, "a finding is shown to its last line")
    #expect(
      items == 300
        ? !text.contains("of bundles omitted to fit")
        : Self.count("**\(300 - items) findings and errors of bundles omitted to fit", text) == 1)
    let rows = Self.count("| **fail** |", text)
    #expect(rows == 150 || text.contains("\n\(150 - rows) bundles that did not pass omitted from the table"))
    let passing = Self.count("| pass |", text)
    #expect(passing == 150 || text.contains("\n\(150 - passing) bundles that pass omitted from the table"))
    let remarks = Self.count(" of all", text)
    #expect(remarks == 200 || text.contains("\n\(200 - remarks) remarks on the check not shown here.\n"))
  }

  @Test func withoutABudgetNothingIsCut() {
    let text = Self.text(Self.bundles(2000, failing: Set(0..<2000)))
    #expect(Self.count("- **error:**", text) == 4000 && !text.contains("not shown"))
    #expect(text.utf8.count > 400_000)
  }

  /// A finding that is too long does not keep out others.
  @Test func aLongFindingIsLeftOut() {
    var long = Finding.sample
    long.value = String(repeating: "a", count: 10_000)
    let text = Self.text(Report.sample(findings: [.sample, long, .sample]), budget: 8192)
    #expect(Self.count("- **error:**", text) == 2)
    #expect(text.contains("\n**1 finding or error of bundles omitted to fit"))
  }

  private static func bundles(_ count: Int, failing: Set<Int>) -> Report {
    var report = Report.sample(findings: [.sample, .sample])
    guard let sample = report.bundles.first else { return report }
    report.bundles = (0..<count).map { number in
      var bundle = sample
      bundle.path = "App\(number).app"
      if failing.contains(number) { bundle.verdict = .fail } else { bundle.findings = [] }
      return bundle
    }
    report.verdict = failing.isEmpty ? .pass : .fail
    return report
  }

  private static func count(_ part: String, _ text: String) -> Int { text.ranges(of: part).count }
}
