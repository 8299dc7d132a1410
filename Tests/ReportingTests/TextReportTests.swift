import Basics
import Bundles
import PolicyEngine
import PolicyTestSupport
import ReportTestSupport
import Testing
@testable import Presentation
@testable import Reports

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
    #expect(self.plain(colored) == plain)
  }

  /// The text without its colours.
  private func plain(_ colored: String) -> String {
    var stripped = ""
    var isSequence = false
    for character in colored.unicodeScalars {
      if character == "\u{1B}" { isSequence = true }
      if !isSequence { stripped.unicodeScalars.append(character) }
      if isSequence && character == "m" { isSequence = false }
    }
    return stripped
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
      #expect(lines == 23, "a name must not start a line of its own: \(text.debugDescription)")
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

  /// Lines are broken between words and go on below what they say; without a width none is broken.
  @Test func linesFitTheTerminal() throws {
    let (report, folder) = try fullReport()
    let whole = folder.withoutPath(TextReport(isColored: false).text(of: report))
    for (width, isColored) in [(50, false), (72, true), (40, false)] {
      var out = TerminalText(isColored: isColored, width: width)
      out.breakLine(at: 4)
      out.add("a/very/long/path/that/is/not/broken/anywhere/Info.plist:1:2: ")
      out.add("error", .bold)
      out.add(": " + String(repeating: "some words ", count: 12) + "end", .bold)
      out.newLine()
      out.addDetail("fix", String(repeating: "漢字 ", count: 30) + "::error")
      let lines = plain(out.text).split(separator: "\n")
      #expect(lines.count > 6 && lines.dropFirst().allSatisfy { ColumnText.width(String($0)) < width }, "\(lines)")
      #expect(lines[0].hasPrefix("a/very/long/path/that/is/not/broken/anywhere/Info.plist:1:2:"))
      let fix = lines.firstIndex { $0.hasPrefix("    fix       漢字") } ?? 0
      #expect(fix > 1 && lines[1..<fix].allSatisfy { $0.hasPrefix("    ") && !$0.hasPrefix("     ") }, "\(lines)")
      #expect(lines[(fix + 1)...].allSatisfy { $0.hasPrefix(String(repeating: " ", count: 14)) }, "\(lines)")
      // Nothing is lost, and nothing that begins a line is a command to a runner.
      let words = lines.joined(separator: " ").split(separator: " ")
      #expect(words.count == 2 + 24 + 1 + 1 + 30 + 1 && words.filter { $0 == "end" }.count == 1, "\(words)")
      #expect(steering(in: Array(plain(out.text).utf8)) == [])
      let narrow = folder.withoutPath(TextReport(isColored: isColored, width: width).text(of: report))
      #expect(
        plain(narrow).split { " \n".contains($0) }.joined() == whole.split { " \n".contains($0) }.joined())
    }
    // A word a line helps nobody.
    #expect(folder.withoutPath(TextReport(isColored: false, width: 10).text(of: report)) == whole)
  }

  /// A sound bundle takes a line, or none; what was accepted is left out, too, when only failures are asked for.
  @Test func quiet() throws {
    var accepted = Finding.sample
    accepted.isBaselined = true
    var report = Report.sample(path: "Bad.app", findings: [accepted, Finding.sample])
    report.bundles[0].verdict = .fail
    report.bundles.append(Report.sample(path: "Good.app").bundles[0])
    report.bundles.append(Report.sample(path: "Old.app", findings: [accepted]).bundles[0])
    report.verdict = .fail
    let all = TextReport(isColored: false).text(of: report)
    #expect(
      all.contains("baselined: m\n    rule      p/r (p.lua:3)\n\nBad.app/Info.plist:5:2: error: m\n    key "), "\(all)")
    #expect(all.contains("\nGood.app  com.x, application, macos  no rule applied\n\nOld.app  com.x, "), "\(all)")
    let quiet = TextReport(isColored: false, isQuiet: true).text(of: report)
    #expect(quiet.hasPrefix("Bad.app  com.x, application, macos\nBad.app/Info.plist:5:2: error: m\n"), "\(quiet)")
    #expect(!quiet.contains("baselined: m") && !quiet.contains("Good.app") && !quiet.contains("Old.app"), "\(quiet)")
  }

  /// The rules with the most findings are listed at the end if there are several.
  @Test func rulesThatFoundMost() throws {
    func findings(_ counts: [(String, Int)]) -> [Finding] {
      counts.flatMap { rule, count in
        (0..<count).map { _ in
          var finding = Finding.sample
          finding.rule = rule
          return finding
        }
      }
    }
    var report = Report.sample(path: "A.app", findings: findings([("p/a", 1), ("p/b", 10), ("p/c", 1), ("p/d", 1)]))
    #expect(!TextReport(isColored: false).text(of: report).contains("rules with"))
    report.bundles.append(
      Report.sample(path: "B.app", findings: findings([("p/b", 1), ("p/c", 1), ("p/e", 1), ("p/f", 1)])).bundles[0])
    let text = TextReport(isColored: false).text(of: report)
    #expect(
      text.contains(
        """

        rules with the most findings:
          11  p/b in 2 bundles
           2  p/c in 2 bundles
           1  p/a in 1 bundle
           1  p/d in 1 bundle
           1  p/e in 1 bundle
          and 1 other rule

        PASS:
        """), "\(text)")
    // With one finding per rule, the list would repeat the findings.
    report.bundles[0].findings = findings([("p/a", 1)])
    report.bundles[1].findings = findings([("p/b", 1)])
    #expect(!TextReport(isColored: false).text(of: report).contains("rules with"))
  }

  @Test func passing() throws {
    let run = try PolicyRun(
      "rule \"a\" { summary = \"s\", forbid = \"K\" }\nrule \"b\" { summary = \"s\", forbid = \"K\" }")
    #expect(
      run.folder.withoutPath(
        TextReport(isColored: false).text(of: try run.report(.app(["CFBundleIdentifier": "com.x"]))))
          == """
          App.app  com.x, application, macos  passed: 2 rules

          PASS: no findings; 2 rules evaluated on 1 bundle by test (policy.lua)

          """)
  }
}
