import Bundles
import PolicyEngine
import Reporting

/// `bundlepolicy check`.
enum CheckCommand {
  static let command = Command(
    name: "check", summary: "Check bundles against policies",
    options: [
      .policies,
      Option(
        name: "previous", value: "OLD", isRepeatable: true,
        help: "an earlier build to compare with: a bundle, an archive, a property list or a report in JSON"),
      .ledger,
      Option(
        name: "record",
        help: "record what passes in the ledger: its number is taken; not with --rule, --skip or --write-baseline"),
      Option(name: "record-failures", help: "record what fails, too, as failed; its number stays free"),
      Option(
        name: "label", value: "K=V", isRepeatable: true, mayBeEmpty: true,
        help: "with --record: what the row says besides, commit=1a2b3c, pipeline=…"),
      Option(name: "param", value: "K=V", isRepeatable: true, help: "the value of a policy's parameter"),
      Option.parameterFiles,
      .standardPolicies,
      Option(
        name: "format", value: "FORMAT[=FILE]", isRepeatable: true,
        help: "\(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")) (default: text); =FILE: written there",
        completes: .words { ReportFormat.allCases.map(\.rawValue) }),
      Option(
        name: "output", value: "FILE", isRepeatable: true,
        help: "where a --format without =FILE is written (default: standard output)"),
      Option(
        name: "fail-on", value: "SEVERITY", help: "error (the default), warning or note",
        completes: .words { Severity.allCases.reversed().map(\.rawValue) }),
      Option(name: "rule", value: "ID", isRepeatable: true, help: "evaluate only this rule"),
      Option(name: "skip", value: "ID", isRepeatable: true, help: "leave this rule out"),
      Option(name: "as-of", value: "DATE", help: "the day waivers are held against, YYYY-MM-DD (default: today)"),
      Option(
        name: "waivers", value: "FILE", isRepeatable: true,
        help: "waivers of the project (default: waivers.lua, if there is one and no --policy)"),
      Option(name: "no-waivers", help: "leave waivers.lua alone"),
      Option(
        name: "baseline", value: "FILE",
        help: "findings that were there before, as --write-baseline wrote them: shown, and they fail nothing"),
      Option(name: "write-baseline", value: "FILE", help: "write the findings there, for --baseline"),
      Option(name: "strict-baseline", help: "fail when a finding of the baseline is gone"),
      Option(name: "recursive", help: "search directories that are no bundles for those that lie in them"),
      Option(name: "jobs", value: "N", help: "bundles checked at a time, 1 to 64 (default: the number of processors)"),
      .locked, .plugIns, .withCheckers, .inProcess, .checkerTime, .checkerMemory,
      Option(name: "explain", help: "tell of each rule why it came to what it did, and what it read"),
      Option(name: "allow-empty", help: "pass a bundle that no rule applied to"),
    ] + Attestation.options,
    operands: "BUNDLE…",
    discussion: """
      A BUNDLE is an .app, .framework, .appex or any other bundle directory, an archive of one (.ipa, .zip, .tar.gz, …),
      or a bare Info.plist. Bundles inside it are checked too. Many may be named: by patterns ('build/**/*.app'), by folders
      with --recursive, and by - for a list on standard input, a path a line or each ended by a NUL. Of archives --recursive
      finds those named after a bundle, such as App.ipa and App.app.zip. Links to folders elsewhere are told of, not searched.
      Bundles are checked in the order of their paths, whatever --jobs is.

      Without --policy the nearest policy.lua is used, from the working directory upwards; where there is none,
      apple.recommended, which the program carries.

      Exit status: 0 when every rule that applied passed, and at least one applied; 1 when there are violations, as
      --fail-on counts them; 2 when something could not be checked, or no rule applied to a bundle; the rest is
      reported all the same.
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if arguments.operands.isEmpty { throw usage("name at least one bundle to check") }
    if arguments.has("strict-baseline"), arguments.first("baseline") == nil {
      throw usage("--strict-baseline needs a --baseline FILE")
    }
    if arguments.first("write-baseline") != nil, !(arguments.all("rule") + arguments.all("skip")).isEmpty {
      throw usage("--write-baseline writes the findings of all rules; leave --rule and --skip out")
    }
    var run = try CheckRun(arguments)
    return try run.perform()
  }

  static func usage(_ message: String) -> UsageError { UsageError(message: message, command: "check") }
}
