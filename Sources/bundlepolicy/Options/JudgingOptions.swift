import PolicyTesting
import ArgumentParser
import Basics
import PolicyEngine

/// How bundles are judged, by one policy or by two.
struct JudgingOptions: ParsableArguments {
  @Option(
    name: .customLong("fail-on"), parsing: .unconditional,
    help: ArgumentHelp("the least that fails a bundle; error unless given", valueName: "SEVERITY"))
  var severity: Severity?

  @Option(
    name: .customLong("rule"), parsing: .unconditionalSingleValue,
    help: .repeatable("evaluate only this rule", valueName: "ID"))
  var rules: [String] = []

  @Option(
    name: .customLong("skip"), parsing: .unconditionalSingleValue,
    help: .repeatable("leave this rule out", valueName: "ID"))
  var skipped: [String] = []

  @OptionGroup var day: DayOptions

  @Option(
    name: .customLong("waivers"), parsing: .unconditionalSingleValue,
    help: .repeatable(
      "waivers of the project (default: waivers.lua, if there is one and no --policy)", valueName: "FILE"),
    completion: .file())
  var waivers: [String] = []

  @Flag(name: .customLong("no-waivers"), help: "leave waivers.lua alone")
  var leavesWaiversAlone = false

  @OptionGroup var previous: PreviousOptions

  @Flag(
    name: .customLong("recursive"), help: "search directories that are no bundles for those that lie in them")
  var isRecursive = false

  @OptionGroup var jobs: JobOptions

  @Flag(name: .customLong("allow-empty"), help: "pass a bundle that no rule applied to")
  var allowsEmpty = false

  var failOn: Severity { severity ?? .error }

  /// The files of waivers: those named, or `waivers.lua` in the working directory where there is one. That file speaks for the project,
  /// so it is not applied to a policy that was named from elsewhere; `unapplied` is the warning that says so.
  func waiverFiles(policies: [String]) throws(UsageError) -> (files: [String], unapplied: EngineError?) {
    if leavesWaiversAlone {
      if !waivers.isEmpty { throw UsageError("--waivers and --no-waivers contradict each other") }
      return ([], nil)
    }
    if !waivers.isEmpty { return (waivers, nil) }
    let file = WaiverFile.standardName
    var status = stat()
    // A link that leads nowhere is there, too: it is an error and not passed over.
    guard lstat(file, &status) == 0 else { return ([], nil) }
    if policies.isEmpty { return ([file], nil) }
    return (
      [],
      EngineError(
        code: "waivers.not-applied", message: "the waivers are not applied, because the policy was named with --policy",
        file: file, hint: "to apply them, name the file: --waivers \(file); to leave them out for good: --no-waivers")
    )
  }

  /// Each option with whether it is given.
  var given: [(name: String, isGiven: Bool)] {
    [
      ("fail-on", severity != nil), ("rule", !rules.isEmpty), ("skip", !skipped.isEmpty), ("as-of", day.asOf != nil),
      ("waivers", !waivers.isEmpty), ("no-waivers", leavesWaiversAlone), ("previous", !previous.paths.isEmpty),
      ("recursive", isRecursive), ("jobs", jobs.number != nil), ("allow-empty", allowsEmpty),
    ]
  }
}

/// The day of a run.
struct DayOptions: ParsableArguments {
  @Option(
    name: .customLong("as-of"), parsing: .unconditional,
    help: ArgumentHelp(
      "the day that waivers and rules with since or deny_from are held against, YYYY-MM-DD (default: today)",
      valueName: "DATE"),
    transform: OptionValue.day)
  var asOf: CalendarDate?

  /// `--as-of`, or the day it is now, in UTC.
  var day: CalendarDate { asOf ?? .today() }
}

/// Earlier builds.
struct PreviousOptions: ParsableArguments {
  @Option(
    name: .customLong("previous"), parsing: .unconditionalSingleValue,
    help: .repeatable(
      "an earlier build to compare with: a bundle, an archive, a property list or a report in JSON", valueName: "OLD"),
    completion: .file())
  var paths: [String] = []
}

/// How much is done at a time.
struct JobOptions: ParsableArguments {
  @Option(
    name: .customLong("jobs"), parsing: .unconditional,
    help: ArgumentHelp(
      "how many bundles, or tests, are worked on at a time, 1 to \(PolicyTestSession.maximumJobs) "
        + "(default: the number of processors)", valueName: "N"),
    transform: OptionValue.number(1...PolicyTestSession.maximumJobs))
  var number: Int?
}
