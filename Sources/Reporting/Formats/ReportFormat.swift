public import Basics
public import Reports

/// The formats of `check`. Each is a view of the same report.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// Text for terminals and logs.
  case text
  /// The published document, format version 1.
  case json
  /// JSON Lines: an object for each bundle, and one for the report.
  case jsonl
  /// Static Analysis Results Interchange Format 2.1.0, for code scanning.
  case sarif
  /// SARIF without accepted findings, for services that ignore suppressions.
  case openSARIF = "sarif:open"
  /// JUnit XML, for CI servers: a rule is a test.
  case junit
  /// GitLab's Code Quality report.
  case gitlab
  /// Test Anything Protocol, version 13: a rule is a test point.
  case tap
  /// Annotations of GitHub Actions, for standard output.
  case github
  /// Markdown for step summaries and comments on merge requests.
  case markdown
  /// A page for browsers, in one file.
  case html

  /// Whether the format includes descriptions of the rules.
  public var describesRules: Bool {
    switch self {
    case .json, .sarif, .openSARIF, .html: true
    case .text, .jsonl, .junit, .gitlab, .tap, .github, .markdown: false
    }
  }

  /// The evidence about bundles that the format shows in addition to findings.
  public var evidence: EvidenceLevel {
    switch self {
    case .html: .all
    case .json, .sarif, .openSARIF: .replacements
    case .text: .excerpts
    case .jsonl, .junit, .gitlab, .tap, .github, .markdown: .nothing
    }
  }

  /// Creates a view that writes one report in this format.
  ///
  /// - Parameter context: The settings of the report.
  public func view(_ context: ReportContext) -> any ReportView {
    switch self {
    case .text: TextReport(isColored: context.isColored, isQuiet: context.isQuiet, width: context.width)
    case .json: JSONReport(toolVersion: context.toolVersion, rules: context.rules)
    case .jsonl: JSONLinesReport(toolVersion: context.toolVersion)
    case .sarif: SARIFReport(context)
    case .openSARIF: SARIFReport(context, isOpen: true)
    case .junit: JUnitReport(failOn: context.failOn)
    case .gitlab: GitLabReport(failOn: context.failOn, workspace: context.workspace)
    case .tap: TAPReport(failOn: context.failOn)
    case .github: GitHubReport(workspace: context.workspace)
    case .markdown: MarkdownReport(budget: context.budget)
    case .html: HTMLReport(context)
    }
  }
}

/// Settings of formats, in addition to the report.
public struct ReportContext: Sendable {
  /// The version of this program.
  public var toolVersion: String
  /// The rules of the check, in the order declared; empty if the policies could not be loaded.
  public var rules: [RuleDescription]
  /// The lowest severity of open findings that fails a bundle; the same as in the report.
  public var failOn: FailureThreshold
  /// Whether text may have colors, for terminals.
  public var isColored: Bool
  /// Whether text omits bundles that passed and findings that were accepted.
  public var isQuiet = false
  /// The day that was given for the check; nil if it is the day on which the check ran.
  public var asOf: CalendarDate?
  /// The columns of the terminal for text, or nil not to break lines.
  public var width: Int?
  /// The checkout that paths are made relative to, or nil to keep them as given.
  public var workspace: Workspace?
  /// The most bytes of the report, for formats that can omit parts, or nil for no limit.
  public var budget: Int?

  /// Creates the settings of a report.
  ///
  /// - Parameters:
  ///   - toolVersion: The version of the program for the report.
  ///   - rules: The descriptions of the rules, for formats that include them (`describesRules`).
  ///   - failOn: The findings that fail the check.
  ///   - isColored: Whether the text report has colors.
  public init(
    toolVersion: String, rules: [RuleDescription] = [], failOn: FailureThreshold = .error, isColored: Bool = false
  ) {
    (self.toolVersion, self.rules, self.failOn, self.isColored) = (toolVersion, rules, failOn, isColored)
  }
}
