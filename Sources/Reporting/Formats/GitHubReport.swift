public import Reports

/// The report as annotations of GitHub Actions, one for each open finding.
///
/// GitHub shows ten annotations of a kind for a step, and all in the log (actions/toolkit, docs/problem-matchers.md), so the worst of a
/// bundle come first.
public struct GitHubReport: ReportView {
  /// The annotations of a kind that GitHub shows beside the code.
  private static let shown = 10

  private let workspace: Workspace?
  private var idle = IdleRules()
  private var annotations: [WorkflowCommand.Kind: Int] = [:]

  /// Creates the format.
  ///
  /// - Parameter workspace: The checkout that paths are made relative to.
  public init(workspace: Workspace? = nil) { self.workspace = workspace }

  /// Bundles are written as they come.
  public var hasHead: Bool { false }

  /// Returns the annotations of a bundle, the worst first.
  public mutating func add(_ bundle: BundleReport) -> [UInt8] {
    idle.count(bundle)
    var text = ""
    for error in bundle.errors {
      annotations[.error, default: 0] += 1
      text += command(.error, title: Self.incomplete, error, in: bundle).rendered
    }
    for severity in Severity.allCases.sorted(by: >) {
      for finding in bundle.findings where finding.isOpen && finding.severity == severity {
        let command = command(finding, in: bundle)
        annotations[command.kind, default: 0] += 1
        text += command.rendered
      }
    }
    return Array(text.utf8)
  }

  /// The tail has annotations of the whole check, and the totals in the last line.
  public func finish(_ report: Report) -> (head: [UInt8], tail: [UInt8]) {
    var text = ""
    for error in report.errors { text += command(.error, title: Self.incomplete, error).rendered }
    for warning in report.warnings {
      text += command(.warning, title: warning.rule ?? "policy", warning).rendered
    }
    let notes = idle.notes
    for note in notes { text += command(.notice, title: note.rule ?? "policy", note).rendered }
    for note in report.setup { text += WorkflowCommand.plain("note: " + note.message) }
    for record in report.ledger?.records ?? [] where record.path.isEmpty {
      text += WorkflowCommand.plain(
        "\(record.shownState): \(record.shownName) as row \(record.sequence) of \(report.ledger?.location ?? "")")
    }
    var counts = annotations
    counts[.error, default: 0] += report.errors.count
    counts[.warning, default: 0] += report.warnings.count
    counts[.notice, default: 0] += notes.count
    if counts.values.contains(where: { $0 > Self.shown }) {
      text += WorkflowCommand.plain(
        "note: GitHub shows \(Self.shown) annotations of each kind per step; this log has all of them")
    }
    let totals = VerdictLine.totals(report) + VerdictLine.sources(report)
    text += WorkflowCommand.plain("\(report.verdict.word): \(totals)")
    return ([], Array(text.utf8))
  }

  private static let incomplete = "check incomplete"

  private func command(_ finding: Finding, in bundle: BundleReport) -> WorkflowCommand {
    let kind: WorkflowCommand.Kind =
      switch finding.severity {
      case .error: .error
      case .warning: .warning
      case .note: .notice
      }
    var command = WorkflowCommand(kind, title: finding.rule)
    let shown = FindingLines.place(finding, in: bundle)
    command.file = place(shown.file)
    command.line = shown.line
    command.column = shown.column
    command.add(nil, finding.message)
    for (name, text) in FindingLines.facts(finding, in: bundle) { command.add(name, text) }
    command.add("rule", RulePlace.text(finding))
    if let waiver = finding.waiver { command.add("waiver", FindingLines.waiver(waiver)) }
    return command
  }

  private func command(
    _ kind: WorkflowCommand.Kind, title: String, _ error: EngineError, in bundle: BundleReport? = nil
  ) -> WorkflowCommand {
    var command = WorkflowCommand(kind, title: title)
    command.file = (error.file ?? bundle?.path).map(place)
    command.line = error.file == nil ? nil : error.line
    command.column = error.column
    command.add(nil, error.message)
    if let hint = error.hint { command.add("fix", hint) }
    if let rule = error.rule { command.add("rule", rule) }
    // One bundle of many may fail a rule.
    if let bundle, error.file != nil { command.add("bundle", bundle.path) }
    for line in error.trace?.lines ?? [] { command.add("trace", line) }
    return command
  }

  private func place(_ path: String) -> String { workspace?.path(path) ?? path }
}
