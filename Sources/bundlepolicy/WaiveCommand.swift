import Basics
import PolicyEngine
import Reporting

/// `bundlepolicy waive`.
enum WaiveCommand {
  static let command = Command(
    name: "waive", summary: "Write waivers for the findings of a report",
    options: [
      Option(name: "from-report", value: "FILE", help: "a report that check wrote with --format json"),
      Option(name: "expires", value: "DATE", help: "the last day the waivers hold, YYYY-MM-DD"),
      Option(name: "because", value: "TEXT", help: "why the rules may be broken"),
      Option(name: "owner", value: "WHO", help: "who answers for it"),
      Option(name: "rule", value: "ID", isRepeatable: true, help: "waive only findings of this rule"),
      Option(name: "output", value: "FILE", help: "the file of waivers to add to (default: waivers.lua)"),
      Option(name: "as-of", value: "DATE", help: "the day it is, which the waivers must reach (default: today)"),
    ],
    operands: "",
    discussion: """
      Each waiver covers what one rule finds at one place of one bundle, and no more. Findings that are waived or in a baseline
      are left out. 'check' reads waivers.lua in the working directory unless a policy is named with --policy; then name the file
      with --waivers. Keep it in version control, with the project. A file that a person has edited is added to and otherwise left
      as it is; any other is kept sorted.
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if let extra = arguments.operands.first {
      throw usage("'waive' takes no '\(extra)'; name the report with --from-report")
    }
    let report = try required(arguments, "from-report", "FILE")
    let because = try required(arguments, "because", "TEXT")
    let owner = try required(arguments, "owner", "WHO")
    let day = try required(arguments, "expires", "DATE")
    guard let expires = CalendarDate(day) else { throw usage("--expires is a day, YYYY-MM-DD, not '\(day)'") }
    if expires < (try arguments.asOf(of: "waive")) {
      throw usage("--expires \(day) is past, so the waivers would cover nothing")
    }
    try OutputFiles(arguments, ["output"], of: "waive").check([report], readFor: "--from-report")
    let output = arguments.first("output") ?? WaiverFile.standardName
    let isFound = arguments.first("output") == nil
    let list = try WaiverList(
      try InputFile.existing(output, what: "the waivers", isFound: isFound), file: output)
    let addition = try list.adding(
      report: try InputFile.bytes(report, what: "the report"), file: report, rules: arguments.all("rule"),
      because: because, owner: owner, expires: expires)
    if addition.added > 0 { try Output.write(Array(addition.text.utf8), toFile: output, isFound: isFound) }
    let known = addition.known == 0 ? "" : "; \(addition.known) already there"
    try Output.write(
      (TerminalText.line("\(output): \(counted(addition.added, "waiver")) added\(known)")
        + "\n")
        .utf8, to: Output.standardOutput)
    return .passed
  }

  private static func required(_ arguments: Arguments, _ name: String, _ value: String) throws -> String {
    guard let text = arguments.first(name), text.contains(where: { !$0.isWhitespace }) else {
      throw usage("--\(name) \(value) is missing")
    }
    return text
  }

  private static func usage(_ message: String) -> UsageError { UsageError(message: message, command: "waive") }
}
