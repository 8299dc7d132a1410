import PolicyTestSupport
import Reports
import ReportTestSupport
import Testing

@testable import PolicyEngine
@testable import Reporting

/// GitLab's Code Quality report.
@Suite struct GitLabReportTests {
  private static func issues(_ report: Report, failOn: FailureThreshold = .error) throws -> [JSONText] {
    try JSONText(GitLabReport(failOn: failOn).render(report)).elements
  }

  @Test func anEmptyReportIsAnEmptyArray() throws {
    #expect(GitLabReport(failOn: .error).render(.sample()) == Array("[]\n".utf8))
  }

  @Test func issuesSayWhatAndWhere() throws {
    let issue = try #require(try Self.issues(.sample(findings: [.sample])).first)
    #expect(issue["description"]?.text == "m; key /K; fix: f")
    #expect(issue["check_name"]?.text == "p/r")
    #expect(issue["location"]?["path"]?.text == "App.app/Info.plist")
    #expect(issue["location"]?["lines"]?["begin"]?.digits == "5")
  }

  @Test func whatHasNoLineStandsAtTheFirst() throws {
    var finding = Finding.sample
    finding.line = nil
    finding.file = nil
    let issue = try #require(try Self.issues(.sample(path: "./build//App.app", findings: [finding])).first)
    #expect(issue["location"]?["lines"]?["begin"]?.digits == "1")
    #expect(issue["location"]?["path"]?.text == "build/App.app")
  }

  @Test(arguments: [
    ("/w/b/App.app", "b"), ("./App.app", "sub"), ("../b/App.app", "b"), ("x/\u{301}/../App.app", "sub/x"),
  ])
  func pathsAreThoseOfTheRepository(_ path: String, _ folder: String) throws {
    let format = GitLabReport(failOn: .error, workspace: Workspace(root: "/w", workingDirectory: "/w/sub"))
    let issues = try JSONText(format.render(.sample(path: path, findings: [.sample]))).elements
    #expect(issues.map { $0["location"]?["path"]?.text } == ["\(folder)/App.app/Info.plist"])
  }

  @Test(arguments: [
    (Severity.error, FailureThreshold.error, "critical"), (.warning, .error, "minor"), (.note, .error, "info"),
    (.warning, .warning, "major"), (.note, .warning, "info"), (.note, .note, "major"), (.error, .note, "critical"),
  ])
  func severities(_ severity: Severity, _ failOn: FailureThreshold, _ expected: String) throws {
    var finding = Finding.sample
    finding.severity = severity
    #expect(try Self.issues(.sample(findings: [finding]), failOn: failOn).map { $0["severity"]?.text } == [expected])
  }

  @Test func alikeFindingsOfAlikeBundlesAreToldApart() throws {
    var report = Report.sample(findings: [.sample, .sample])
    report.bundles += Report.sample(path: "b/App.app", findings: [.sample, .sample]).bundles
    let prints = try Self.issues(report).compactMap { $0["fingerprint"]?.text }
    #expect(Set(prints).count == 4 && prints.allSatisfy { $0.utf8.count == 32 })
    #expect(try Self.issues(report).compactMap { $0["fingerprint"]?.text } == prints)
  }

  @Test func fingerprintsDoNotDependOnTheCheckout() throws {
    let (here, there) = ("/home/a/build/App.app", "/runner/checkout/build/App.app")
    func prints(_ path: String) throws -> [String?] {
      try Self.issues(.sample(path: path, findings: [.sample])).map { $0["fingerprint"]?.text }
    }
    #expect(try prints(here) == prints(there))
    #expect(try prints("Other.app") != prints(here))
  }
}
