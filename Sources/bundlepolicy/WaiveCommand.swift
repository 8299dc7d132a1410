import ArgumentParser
import Basics
import PolicyEngine
import Presentation
import Reports

struct WaiveCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "waive", abstract: "Write waivers for the findings of a report",
    discussion: """
      Examples:
        bundlepolicy check --format json=report.json App.app
        bundlepolicy waive --from-report report.json --because "fixed in 2.1" \\
            --owner ana --expires 2027-01-31

      Each waiver covers the findings of one rule at one place in one bundle, and nothing else. Findings that are \
      already waived or in a baseline are skipped. The file is one of \
      the project file, or else waivers.lua beside it or in the working directory: 'check' reads it unless --policy \
      names a policy; then name the file with --waivers. Keep it in version control with the project. If someone has \
      edited the file, new waivers are appended and the rest stays as it is; otherwise the file is kept sorted.
      """)

  @Option(
    required: "from-report", "a report written by check --format json", value: "FILE", completion: .file(),
    transform: OptionValue.text)
  var report: String

  @Option(required: "because", "why the violations are acceptable", value: "TEXT", transform: OptionValue.text)
  var because: String

  @Option(required: "owner", "who is responsible", value: "WHO", transform: OptionValue.text) var owner: String

  @Option(
    required: "expires", "the last day on which the waivers apply, YYYY-MM-DD", value: "DATE",
    transform: OptionValue.day)
  var expires: CalendarDate

  @Option("rule", "waive only findings of this rule", value: "ID") var rules: [String] = []

  @Option(
    "output", "add the waivers to this file (default: the first of the project file, or waivers.lua)", value: "FILE",
    completion: .file())
  var file: String?

  @Option(.asOf, transform: OptionValue.day) var asOf: CalendarDate?

  func execute() throws -> ExitStatus {
    if expires < asOf ?? .today() {
      throw ValidationError("--expires \(expires.text) is in the past, so the waivers would cover nothing")
    }
    try OutputFiles("--output", file.map { [$0] } ?? []).check([report], readFor: "--from-report")
    let project = file == nil ? try Project.nearest() : nil
    let output = file ?? project?.waivers ?? WaiverFile.standardName
    let isFound = file == nil
    let list = try WaiverList(try InputFile.existing(output, what: "the waivers", isFound: isFound), file: output)
    let addition = try list.adding(
      report: try InputFile.bytes(report, what: "the report", limit: InputFile.reportLimit), file: report, rules: rules,
      because: because, owner: owner, expires: expires)
    if addition.added > 0 { try Output.write(Array(addition.text.utf8), toFile: output, isFound: isFound) }
    let known = addition.known == 0 ? "" : "; \(addition.known) already present"
    try Output.write(
      (TerminalText.line("\(output): \(counted(addition.added, "waiver")) added\(known)")
        + "\n")
        .utf8, to: Output.standardOutput)
    return .passed
  }
}
