import Bundles
import PolicyEngine
import PolicyTestSupport
import Testing

@testable import Reporting

/// The report for people.
@Suite struct TextReportTests {
  @Test func wholeText() throws {
    let (report, folder) = try fullReport()
    let text = folder.withoutPath(TextReport(isColored: false).text(of: report))
    #expect(text == Self.expected)
  }

  @Test(arguments: [(5, "policy4 (policy4.lua)\n"), (6, "policy2 (policy2.lua), 3 more\n")])
  func manyPolicies(_ count: Int, _ end: String) throws {
    let names = (0..<count).map { "policy\($0)" }
    let folder = try TemporaryFolder(
      Dictionary(
        uniqueKeysWithValues: names.map {
          ("\($0).lua", "policy \"\($0)\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", require = \"K\" }\n")
        }))
    let program = try PolicyProgram(.init(policies: names.map { folder("\($0).lua") }))
    let report = Check(program, .init(asOf: try #require(CalendarDate("2026-06-15")))).report()
    let text = folder.withoutPath(TextReport(isColored: false).text(of: report))
    #expect(text.hasSuffix(end), "\(text)")
  }

  @Test func colorsOnlyWhereWanted() throws {
    let (report, _) = try fullReport()
    let (plain, colored) = (TextReport(isColored: false).text(of: report), TextReport(isColored: true).text(of: report))
    #expect(!plain.contains("\u{1B}") && colored.contains("\u{1B}[1;31merror\u{1B}[0m"))
    // Without its colours it says the same.
    var stripped = ""
    var isSequence = false
    for character in colored.unicodeScalars {
      if character == "\u{1B}" { isSequence = true }
      if !isSequence { stripped.unicodeScalars.append(character) }
      if isSequence && character == "m" { isSequence = false }
    }
    #expect(stripped == plain)
  }

  @Test(arguments: [false, true]) func hostileTextIsMadeVisible(_ isColored: Bool) {
    for text in hostileTexts {
      var finding = Finding.sample
      finding.message = text
      finding.value = text
      finding.file = text
      finding.keyPath = text
      finding.expected = text
      finding.fix = text
      finding.help = text
      let error = EngineError(code: "c", message: text, file: text, line: 1, rule: text, hint: text)
      var report = Report.sample(path: text, findings: [finding], errors: [error])
      report.errors = [error]
      report.warnings = [error]
      let rendered = TextReport(isColored: isColored).text(of: report)
      let lines = rendered.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines == 21, "a name must not start a line of its own: \(text.debugDescription)")
      // Of our own colours nothing is left to count when they are off.
      if !isColored { #expect(steering(in: Array(rendered.utf8)) == [], "\(text.debugDescription)") }
    }
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\nb\tc\rd", "a\\nb\\tc\\rd"), ("\u{1B}[31m", "\\u{1b}[31m"),
    ("\u{0}\u{7F}", "\\u{0}\\u{7f}"),
    ("\u{202E}x\u{2069}", "\\u{202e}x\\u{2069}"), ("\u{9B}1m", "\\u{9b}1m"), ("é 漢 \u{1F600}", "é 漢 \u{1F600}"),
    ("", ""),
    ("\u{FEFF}\u{2028}", "\\u{feff}\\u{2028}"), ("e\u{301}", "e\u{301}"), ("\r\n", "\\r\\n"),
  ])
  func escaping(_ text: String, _ expected: String) {
    #expect(TerminalText.escape(text) == expected)
  }

  @Test(arguments: [
    (EngineError(code: "c", message: "m"), "error: m"),
    (EngineError(code: "c", message: "m", file: "f"), "f: error: m"),
    (EngineError(code: "c", message: "m", file: "f", line: 7), "f:7: error: m"),
    (EngineError(code: "c", message: "m", line: 7), "error: m"),
  ])
  func diagnosticLines(_ error: EngineError, _ line: String) {
    #expect(DiagnosticLine.render(error) == line)
  }

  @Test func passing() throws {
    let run = try PolicyRun(
      "rule \"a\" { summary = \"s\", forbid = \"K\" }\nrule \"b\" { summary = \"s\", forbid = \"K\" }")
    #expect(
      run.folder.withoutPath(
        TextReport(isColored: false).text(of: try run.report(.app(["CFBundleIdentifier": "com.x"]))))
          == """
          App.app  com.x, application, macos
            passed: 2 rules

          PASS: no findings; 2 rules evaluated on 1 bundle by test (policy.lua)

          """)
  }
}
