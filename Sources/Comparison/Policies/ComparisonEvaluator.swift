import Bundles
import CheckerPlugIns
import PolicyEngine
import Reports

/// Two loaded sets of policies and how bundles are held against both. Belongs to one thread at a time, as they do.
struct ComparisonEvaluator {
  let matching: RuleMatching
  /// What is wrong with a side, whatever the bundle.
  let oldErrors: [EngineError]
  let newErrors: [EngineError]

  private let old: PolicyProgram
  private let new: PolicyProgram
  private let oldOptions: Check.Options
  private let newOptions: Check.Options
  /// Whether a rule of either compares the bundles with each other.
  private let comparesBundles: Bool

  init(_ old: PolicyProgram, _ new: PolicyProgram, _ options: Check.Options) {
    self.old = old
    self.new = new
    let (oldChoice, newChoice) = (Self.selection(old, options), Self.selection(new, options))
    matching = RuleMatching(oldChoice.rules, newChoice.rules)
    oldErrors = Self.errors(of: old, oldChoice.errors, beside: new)
    newErrors = Self.errors(of: new, newChoice.errors, beside: old)
    oldOptions = Self.options(options, oldChoice, beside: newChoice)
    newOptions = Self.options(options, newChoice, beside: oldChoice)
    comparesBundles =
      !Check.comparingRules(of: old, oldOptions).isEmpty || !Check.comparingRules(of: new, newOptions).isEmpty
  }

  /// How long it took to load both, in nanoseconds.
  var loadingTime: UInt64 { old.loadingTime &+ new.loadingTime }

  var sources: (old: PolicySources, new: PolicySources) { (old.loadedFrom, new.loadedFrom) }

  var checkerFailures: [[String: PlugInError]] { [old.checkerFailures, new.checkerFailures] }

  /// Two of the same, for another thread; nil when there is no memory for them.
  static func again(_ old: PolicySources, _ new: PolicySources, _ options: Check.Options) -> ComparisonEvaluator? {
    guard let old = try? PolicyProgram(old), let new = try? PolicyProgram(new) else { return nil }
    return ComparisonEvaluator(old, new, options)
  }

  /// What both come to on one bundle.
  enum Evaluation: Sendable {
    case compared(ComparedBundle)
    /// Where rules compare all bundles, which comes last.
    case parts(old: Check.Part, new: Check.Part)
  }

  /// Opens a bundle once and holds it against both.
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
    // Each was given one bundle, so there is one.
    guard let old = before.takeBundles().first, let new = after.takeBundles().first else {
      let lost = Self.unread(path)
      return .compared(ComparedBundle(lost, lost, matching, failOn: newOptions.failOn))
    }
    return .compared(ComparedBundle(old, new, matching, failOn: newOptions.failOn))
  }

  /// What differs, bundle by bundle, once all have been evaluated: rules that compare bundles are evaluated now.
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
    // Both have been given the same bundles in the same order.
    return bundles
      + zip(before.takeBundles(), after.takeBundles()).map { old, new in
        ComparedBundle(old, new, matching, failOn: newOptions.failOn)
      }
  }

  /// Ends the processes of checkers, and returns what went wrong with that on each side.
  func finishCheckers() -> (old: [EngineError], new: [EngineError]) { (old.finishCheckers(), new.finishCheckers()) }

  private static func unread(_ path: String) -> BundleReport {
    .unevaluated(path, EngineError(code: "check.nothing-evaluated", message: "this bundle was not checked", file: path))
  }

  // MARK: What only one side knows

  /// The rules that are evaluated, and the words that mean none of them.
  private struct Choice {
    let rules: [Rule]
    let errors: [(word: String, error: EngineError)]
  }

  private static func selection(_ program: PolicyProgram, _ options: Check.Options) -> Choice {
    let names = RuleNames(program.rules)
    let words = (options.rules + options.skip).filter { names.rules(named: $0).isEmpty }
    let selection = RuleSelection(program.rules, only: options.rules, without: options.skip)
    return Choice(rules: selection.rules, errors: Array(zip(words, selection.errors)))
  }

  private static func errors(
    of program: PolicyProgram, _ unknown: [(word: String, error: EngineError)], beside other: PolicyProgram
  ) -> [EngineError] {
    let otherNames = RuleNames(other.rules)
    // What neither knows is a slip; what one of them knows is why they are compared.
    let rules = unknown.filter { otherNames.rules(named: $0.word).isEmpty }.map(\.error)
    let known = Set((program.parameters + other.parameters).map(\.name))
    let parameters = program.errors.filter { error in error.unknownParameter.map { !known.contains($0) } ?? true }
    let waivers = program.unmatchedWaivers.filter { otherNames.rules(named: $0.rule).isEmpty }.map { waiver in
      EngineError(
        code: "policy.invalid", message: "waive: there is no rule '\(waiver.rule)' in either policy",
        file: waiver.declared.file, line: waiver.declared.line)
    }
    return parameters + rules + waivers
  }

  /// With words that mean nothing here left out, and a side that has none of the rules asked for allowed to say nothing.
  private static func options(_ options: Check.Options, _ choice: Choice, beside other: Choice) -> Check.Options {
    var options = options
    if choice.rules.isEmpty, !other.rules.isEmpty { options.allowsEmpty = true }
    return options
  }
}
