import ArgumentParser
import Basics
import PolicyEngine
import Reporting

struct WaiveCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "waive", abstract: "Write waivers for the findings of a report",
    discussion: """
      Each waiver covers what one rule finds at one place of one bundle, and no more. Findings that are waived or in a baseline \
      are left out. 'check' reads waivers.lua in the working directory unless a policy is named with --policy; then name the file \
      with --waivers. Keep it in version control, with the project. A file that a person has edited is added to and otherwise left \
      as it is; any other is kept sorted.
      """)

  @Option(
    required: "from-report", "a report that check wrote with --format json", value: "FILE", completion: .file(),
    transform: OptionValue.text)
  var report: String

  @Option(required: "because", "why the rules may be broken", value: "TEXT", transform: OptionValue.text)
  var because: String

  @Option(required: "owner", "who answers for it", value: "WHO", transform: OptionValue.text) var owner: String

  @Option(required: "expires", "the last day the waivers hold, YYYY-MM-DD", value: "DATE", transform: OptionValue.day)
  var expires: CalendarDate

  @Option("rule", "waive only findings of this rule", value: "ID") var rules: [String] = []

  @Option("output", "the file of waivers to add to (default: waivers.lua)", value: "FILE", completion: .file())
  var file: String?

  @OptionGroup var day: DayOptions

  func execute() throws -> ExitStatus {
    if expires < day.day { throw UsageError("--expires \(expires.text) is past, so the waivers would cover nothing") }
    try OutputFiles("--output", file.map { [$0] } ?? []).check([report], readFor: "--from-report")
    let output = file ?? WaiverFile.standardName
    let isFound = file == nil
    let list = try WaiverList(try InputFile.existing(output, what: "the waivers", isFound: isFound), file: output)
    let addition = try list.adding(
      report: try InputFile.bytes(report, what: "the report"), file: report, rules: rules,
      because: because, owner: owner, expires: expires)
    if addition.added > 0 { try Output.write(Array(addition.text.utf8), toFile: output, isFound: isFound) }
    let known = addition.known == 0 ? "" : "; \(addition.known) already there"
    try Output.write(
      (TerminalText.line("\(output): \(counted(addition.added, "waiver")) added\(known)")
        + "\n")
        .utf8, to: Output.standardOutput)
    return .passed
  }
}
