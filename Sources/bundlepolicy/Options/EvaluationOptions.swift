import ArgumentParser
import Basics
import PolicyEngine
import PolicyTesting
import Reports

struct EvaluationOptions: ParsableArguments {
  @Option(.failOn) var threshold: FailureThreshold?

  @Option("rule", "evaluate only this rule, or the rules that match a pattern such as 'apple.app-store.*'", value: "ID")
  var rules: [String] = []

  @Option("skip", "skip this rule, or the rules that match a pattern", value: "ID") var skipped: [String] = []

  @Option("tag", "evaluate only rules with this tag, such as sdk", value: "TAG") var tags: [String] = []

  @Option(.asOf, transform: OptionValue.day) var asOf: CalendarDate?

  @Option(
    "waivers",
    "a waivers file of the project (default: those of the project file, or else waivers.lua if it exists, unless --policy is given)",
    value: "FILE",
    completion: .file())
  var waivers: [String] = []

  @Flag("no-waivers", "do not read waivers.lua") var leavesWaiversAlone = false

  @Option(
    "previous", "an earlier build to compare with: a bundle, an archive, a property list or a JSON report",
    value: "OLD", completion: .file())
  var previous: [String] = []

  @Flag("recursive", "search directories recursively for bundles") var isRecursive = false

  @Option(
    "jobs", "how many bundles to check at a time, 1 to 64 (default: the number of processors)", value: "N",
    transform: OptionValue.number(1...PolicyTestSession.maximumJobs))
  var jobs: Int?

  @Flag(
    "allow-empty",
    "let a bundle pass even if no rule applies to it, and accept a --previous that nothing is compared with")
  var allowsEmpty = false

  var failOn: FailureThreshold { threshold ?? .error }

  var day: CalendarDate { asOf ?? .today() }

  /// Returns the named waivers files, or `waivers.lua` beside the project file or in the working directory if it exists. That file belongs
  /// to the project, so it is not applied to a policy that the user names; `unapplied` is a warning about that.
  func waiverFiles(
    policies: [String], of project: Project? = nil
  ) throws(ValidationError) -> (files: [String], unapplied: EngineError?) {
    if leavesWaiversAlone {
      if !waivers.isEmpty { throw ValidationError("--waivers and --no-waivers cannot be combined") }
      return ([], nil)
    }
    if !waivers.isEmpty { return (waivers, nil) }
    let file = project?.file.path(WaiverFile.standardName) ?? WaiverFile.standardName
    // A broken link must be an error.
    guard FileSystem.exists(file) else { return ([], nil) }
    if policies.isEmpty { return ([file], nil) }
    return (
      [],
      EngineError(
        code: "waivers.not-applied",
        message: "\(WaiverFile.standardName) is not applied because --policy names the policy",
        file: file, hint: "to apply it, add --waivers \(file); to silence this warning, add --no-waivers")
    )
  }

  func select(_ options: inout Check.Options) {
    (options.rules, options.skip, options.tags) = (rules, skipped, tags)
  }

  var given: [(name: String, isGiven: Bool)] {
    [
      ("fail-on", threshold != nil), ("rule", !rules.isEmpty), ("skip", !skipped.isEmpty), ("tag", !tags.isEmpty),
      ("as-of", asOf != nil),
      ("waivers", !waivers.isEmpty), ("no-waivers", leavesWaiversAlone), ("previous", !previous.isEmpty),
      ("recursive", isRecursive), ("jobs", jobs != nil), ("allow-empty", allowsEmpty),
    ]
  }
}
