/// The formats of `check`: each is a view of the one report.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// For people, at a terminal and in a log.
  case text
  /// The published document, format version 1.
  case json
  /// Static Analysis Results Interchange Format 2.1.0, for code scanning.
  case sarif
  /// JUnit XML, for CI servers: a rule is a test.
  case junit
  /// GitLab's Code Quality report.
  case gitlab
  /// Test Anything Protocol, version 13: a rule is a test point.
  case tap
  /// Annotations of GitHub Actions, for standard output.
  case github
  /// For step summaries and comments on merge requests.
  case markdown
  /// For browsers: one file with everything in it.
  case html

  /// Whether it tells what the rules say of themselves, besides their findings.
  public var describesRules: Bool {
    switch self {
    case .sarif, .html: true
    case .text, .json, .junit, .gitlab, .tap, .github, .markdown: false
    }
  }

  /// Whether it shows what bundles look like, besides what was found in them.
  public var showsEvidence: Bool { self == .html }

  /// A view that writes one report.
  public func view(_ context: ReportContext) -> any ReportView {
    switch self {
    case .text: TextReport(isColored: context.isColored)
    case .json: JSONReport(toolVersion: context.toolVersion)
    case .sarif: SARIFReport(context)
    case .junit: JUnitReport(failOn: context.failOn)
    case .gitlab: GitLabReport(failOn: context.failOn, workspace: context.workspace)
    case .tap: TAPReport(failOn: context.failOn)
    case .github: GitHubReport(workspace: context.workspace)
    case .markdown: MarkdownReport(budget: context.budget)
    case .html: HTMLReport(context)
    }
  }
}
