import ArgumentParser
import Basics
import PolicyEngine
import Reports

/// The options of a command that evaluates rules.
protocol EvaluationOptions {
  var threshold: FailureThreshold? { get }
  var rules: [String] { get }
  var skipped: [String] { get }
  var tags: [String] { get }
  var asOf: CalendarDate? { get }
  var waivers: [String] { get }
  var leavesWaiversAlone: Bool { get }
  var previous: [String] { get }
  var isRecursive: Bool { get }
  var jobs: Int? { get }
  var allowsEmpty: Bool { get }
}

extension EvaluationOptions {
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

  var givenEvaluation: [(name: String, isGiven: Bool)] {
    [
      ("fail-on", threshold != nil), ("rule", !rules.isEmpty), ("skip", !skipped.isEmpty), ("tag", !tags.isEmpty),
      ("as-of", asOf != nil),
      ("waivers", !waivers.isEmpty), ("no-waivers", leavesWaiversAlone), ("previous", !previous.isEmpty),
      ("recursive", isRecursive), ("jobs", jobs != nil), ("allow-empty", allowsEmpty),
    ]
  }
}
