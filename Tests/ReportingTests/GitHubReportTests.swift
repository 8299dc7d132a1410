import PolicyTestSupport
import ReportTestSupport
import Testing

@testable import PolicyEngine
@testable import Reporting
@testable import Reports

/// The report as annotations of GitHub Actions.
@Suite struct GitHubReportTests {
  @Test func wholeOutput() throws {
    let (report, folder) = try fullReport()
    #expect(folder.withoutPath(String(decoding: GitHubReport().render(report), as: UTF8.self)) == Self.expected)
  }

  @Test func pathsAreNamedFromTheWorkspace() throws {
    let workspace = Workspace(root: "/checkout", workingDirectory: "/checkout/sub")
    var report = Report.sample(
      findings: [.sample], errors: [EngineError(code: "c", message: "m", file: "/checkout/x.plist", line: 2)])
    report.errors = [EngineError(code: "c", message: "m", file: "/elsewhere/p.lua", line: 2)]
    let files = Self.commands(GitHubReport(workspace: workspace).render(report)).map { $0.properties["file"] }
    #expect(files == ["x.plist", "sub/App.app/Info.plist", "/elsewhere/p.lua"])
  }

  @Test func theWorstOfABundleComesFirst() {
    var findings: [Finding] = []
    for severity in [Severity.note, .error, .warning, .error] {
      var finding = Finding.sample
      finding.severity = severity
      finding.message = "m\(findings.count)"
      findings.append(finding)
    }
    let report = Report.sample(findings: findings, errors: [EngineError(code: "c", message: "e")])
    let commands = Self.commands(GitHubReport().render(report))
    #expect(commands.map(\.name) == ["error", "error", "error", "warning", "notice"])
    #expect(commands.map { $0.data.prefix { $0 != "\n" } } == ["e", "m1", "m3", "m2", "m0"])
    #expect(commands.first?.properties == ["title": "check incomplete", "file": "App.app"])
  }

  @Test func whatIsLetBeIsNoAnnotation() {
    var (waived, baselined, expired) = (Finding.sample, Finding.sample, Finding.sample)
    let waiver = {
      AppliedWaiver(
        because: "b", owner: "o", expires: "2026-01-31", isExpired: $0, declared: SourceLocation(file: "w.lua", line: 1)
      )
    }
    waived.waiver = waiver(false)
    expired.waiver = waiver(true)
    baselined.isBaselined = true
    let commands = Self.commands(GitHubReport().render(Report.sample(findings: [waived, expired, baselined])))
    #expect(
      commands.count == 1 && commands.first?.data.hasSuffix("\nwaiver: expired on 2026-01-31, o: b (w.lua:1)") == true)
  }

  @Test(arguments: [(10, false), (11, true)]) func theLimitIsTold(_ count: Int, _ isTold: Bool) {
    let output = GitHubReport().render(Report.sample(findings: Array(repeating: .sample, count: count)))
    #expect(Self.commands(output).count == count, "GitHub cuts, not we: the log has all")
    #expect(String(decoding: output, as: UTF8.self).contains("GitHub shows 10 annotations of each kind") == isTold)
  }

  /// Whatever a bundle or a policy says, the runner reads the commands that were meant, and no other.
  @Test func nothingElseBecomesACommand() throws {
    for text in hostileTexts + hostileCommands {
      var finding = Finding.sample
      finding.message = text
      finding.value = text
      finding.file = text
      finding.bundle = text
      finding.keyPath = text
      finding.expected = text
      finding.fix = text
      finding.help = text
      finding.rule = "p/" + text
      finding.waiver = AppliedWaiver(
        because: text, owner: text, expires: text, isExpired: true, declared: SourceLocation(file: text, line: 1))
      let error = EngineError(code: "c", message: text, file: text, line: 1, rule: text, hint: text)
      var report = Report.sample(path: text, findings: [finding], errors: [error])
      report.errors = [error]
      report.warnings = [error]
      report.policies = [PolicySummary(id: text, version: text, source: text, digest: "")]
      report.defaultPolicy = DefaultPolicy(id: text, because: text)
      let output = GitHubReport().render(report)
      #expect(steering(in: output) == [], "\(text.debugDescription)")
      #expect(Self.commands(output).map(\.name) == ["error", "error", "error", "warning"], "\(text.debugDescription)")
      for case .plain(let line) in RunnerLine.all(in: output) { #expect(line.hasPrefix("bundlepolicy: ")) }
      // Text of several lines is printed unchanged: only our labels start its lines.
      for command in Self.commands(output) {
        for line in command.data.split(separator: "\n").dropFirst() {
          #expect(line.prefix { $0 != ":" }.allSatisfy { $0.isASCII && $0.isLowercase }, "\(line)")
        }
      }
    }
  }

  /// Each bundle can be reported as soon as it was checked.
  @Test func nothingStandsBefore() throws {
    let (report, _) = try fullReport()
    #expect(!GitHubReport().hasHead && GitHubReport().finish(report).head.isEmpty)
  }

  private struct Command {
    let name: String
    let properties: [String: String]
    let data: String
  }

  private static func commands(_ output: [UInt8]) -> [Command] {
    RunnerLine.all(in: output).compactMap { line in
      if case .command(let name, let properties, let data) = line {
        Command(name: name, properties: properties, data: data)
      } else {
        nil
      }
    }
  }
}
