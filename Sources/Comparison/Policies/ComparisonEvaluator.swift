import Bundles
import CheckerPlugIns
import PolicyEngine
import Reports

struct ComparisonEvaluator {
  let matching: RuleMatching
  let oldErrors: [EngineError]
  let newErrors: [EngineError]

  private let old: PolicyProgram
  private let new: PolicyProgram
  private let oldOptions: Check.Options
  private let newOptions: Check.Options
  private let comparesBundles: Bool

  init(_ old: PolicyProgram, _ new: PolicyProgram, _ options: Check.Options) {
    self.old = old
    self.new = new
    // A pattern that matches on one side only is expected in a comparison; one that matches on neither is a mistake.
    let oldChoice = options.selection(of: old.rules, other: new.rules)
    let newChoice = options.selection(of: new.rules, other: old.rules)
    matching = RuleMatching(oldChoice.rules, newChoice.rules)
    oldErrors = Self.errors(of: old, oldChoice.errors, beside: new)
    newErrors = Self.errors(of: new, newChoice.errors, beside: old)
    oldOptions = Self.options(options, oldChoice, beside: newChoice)
    newOptions = Self.options(options, newChoice, beside: oldChoice)
    comparesBundles =
      !Check.comparingRules(of: old, oldOptions).isEmpty || !Check.comparingRules(of: new, newOptions).isEmpty
  }

  var loadingTime: UInt64 { old.loadingTime &+ new.loadingTime }

  var sources: (old: PolicySources, new: PolicySources) { (old.loadedFrom, new.loadedFrom) }

  var checkerFailures: [[String: PlugInError]] { [old.checkerFailures, new.checkerFailures] }

  static func copy(_ old: PolicySources, _ new: PolicySources, _ options: Check.Options) -> ComparisonEvaluator? {
    guard let old = try? PolicyProgram(old), let new = try? PolicyProgram(new) else { return nil }
    return ComparisonEvaluator(old, new, options)
  }

  enum Evaluation: Sendable {
    case compared(ComparedBundle)
    /// Partial results if rules compare all bundles, which happens at the end.
    case parts(old: Check.Part, new: Check.Part)
  }

  func evaluate(_ path: String) -> Evaluation {
    var (before, after) = (Check(old, oldOptions), Check(new, newOptions))
    let shown: String
    do throws(BundleError) {
      let graph = try BundleGraph.open(path: path)
      shown = graph.displayPath
      before.run(on: graph, path: shown)
      after.run(on: graph, path: shown)
    } catch {
      before.add(unreadable: path, error)
      after.add(unreadable: path, error)
    }
    if comparesBundles { return .parts(old: before.part, new: after.part) }
    // Each check has exactly one bundle.
    guard let old = before.takeBundles().first, let new = after.takeBundles().first else {
      let lost = Self.unread(path)
      return .compared(ComparedBundle(lost, lost, matching, failOn: newOptions.failOn))
    }
    return .compared(ComparedBundle(old, new, matching, failOn: newOptions.failOn))
  }

  /// Evaluates rules that compare bundles, and returns the differences for each bundle.
  func differences(_ evaluations: [Evaluation]) -> [ComparedBundle] {
    var bundles: [ComparedBundle] = []
    var (before, after) = (Check(old, oldOptions), Check(new, newOptions))
    for evaluation in evaluations {
      switch evaluation {
      case .compared(let bundle): bundles.append(bundle)
      case .parts(let old, let new):
        before.add(old)
        after.add(new)
      }
    }
    before.compareBundles()
    after.compareBundles()
    // Both have the same bundles in the same order.
    return bundles
      + zip(before.takeBundles(), after.takeBundles()).map { old, new in
        ComparedBundle(old, new, matching, failOn: newOptions.failOn)
      }
  }

  func finishCheckers() -> (old: [EngineError], new: [EngineError]) { (old.finishCheckers(), new.finishCheckers()) }

  private static func unread(_ path: String) -> BundleReport {
    .unevaluated(path, EngineError(code: "check.nothing-evaluated", message: "this bundle was not checked", file: path))
  }

  // MARK: Differences between the sides

  private static func errors(
    of program: PolicyProgram, _ unknown: [EngineError], beside other: PolicyProgram
  ) -> [EngineError] {
    let otherNames = RuleNames(other.rules)
    let known = Set((program.parameters + other.parameters).map(\.name))
    let parameters = program.errors.filter { error in error.unknownParameter.map { !known.contains($0) } ?? true }
    let waivers = program.unmatchedWaivers.filter { otherNames.rules(named: $0.rule).isEmpty }.map { waiver in
      EngineError(
        code: "policy.invalid", message: "waive: there is no rule '\(waiver.rule)' in either policy",
        file: waiver.declared.file, line: waiver.declared.line)
    }
    return parameters + unknown + waivers
  }

  /// Allows a side to evaluate nothing if only the other one has the selected rules.
  private static func options(
    _ options: Check.Options, _ choice: RuleSelection, beside other: RuleSelection
  ) -> Check.Options {
    var options = options
    if choice.rules.isEmpty, !other.rules.isEmpty { options.allowsEmpty = true }
    return options
  }
}
