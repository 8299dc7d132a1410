import Basics
import Bundles
package import PolicyEngine
package import Reports

/// What flips on which bundles, and by which rule, from one set of policies to another: for whoever reviews a change of policies.
package struct PolicyComparison: Hashable, Sendable {
  /// One of the two sets of policies.
  package struct Side: Hashable, Sendable {
    /// In the order loaded; empty when they could not be.
    package var policies: [PolicySummary] = []
    /// Why they could not be loaded or wholly applied, whatever the bundle.
    package var errors: [EngineError] = []
  }

  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    case same
    /// Something differs, and nothing fails newly.
    case changed
    /// A bundle, or a rule on a bundle, fails newly.
    case worse
    /// A side could not be completed. Goes before the others.
    case error
  }

  /// What a rule comes to over all bundles.
  package struct RuleTotals: Hashable, Sendable {
    /// `policy-id/rule-id` in the later policies, in the earlier ones where it is gone.
    package let id: String
    package internal(set) var failsNewly = 0
    package internal(set) var failsNoLonger = 0
    /// How many bundles it applied to and does no more.
    package internal(set) var ceases = 0
    /// How many bundles it applies to now and did not.
    package internal(set) var begins = 0
    /// Findings that only the later policies make.
    package internal(set) var added = 0
    /// Findings that only the earlier policies make.
    package internal(set) var removed = 0
    /// Findings of another severity, or that a waiver covers by one side only.
    package internal(set) var altered = 0

    fileprivate init(id: String) { self.id = id }
  }

  package let old: Side
  package let new: Side
  /// Rules that are new, gone, renamed, or of another severity, by id.
  package let rules: [RuleSetChange]
  /// Every bundle, sorted by path.
  package let bundles: [ComparedBundle]
  /// The packs whose versions differ, where that is why the policies are compared.
  package var packs: [PackChange]?

  /// The word for the whole, which the exit status follows.
  package var outcome: Outcome {
    if !old.errors.isEmpty || !new.errors.isEmpty || bundles.contains(where: \.isIncomplete) { return .error }
    if bundles.contains(where: \.isWorse) { return .worse }
    return rules.isEmpty && !bundles.contains(where: \.isDifferent) ? .same : .changed
  }

  /// What each rule that differs on any bundle comes to over all of them, by id.
  package var totals: [RuleTotals] {
    var totals: [String: RuleTotals] = [:]
    for rule in bundles.lazy.flatMap(\.rules) {
      var total = totals[rule.id] ?? RuleTotals(id: rule.id)
      if rule.failsNewly { total.failsNewly += 1 }
      if rule.failsNoLonger { total.failsNoLonger += 1 }
      if let before = rule.before, let after = rule.after {
        if before.status != .notApplicable, after.status == .notApplicable { total.ceases += 1 }
        if before.status == .notApplicable, after.status != .notApplicable { total.begins += 1 }
      }
      total.added += rule.count(.added)
      total.removed += rule.count(.removed)
      total.altered += rule.count(.severity) + rule.count(.waiver)
      totals[rule.id] = total
    }
    return totals.values.sorted(byBytesOf: \.id)
  }

  init(old: Side, new: Side, rules: [RuleSetChange], bundles: [ComparedBundle]) {
    self.old = old
    self.new = new
    self.rules = rules
    // A path that is named twice keeps its order.
    self.bundles = bundles.enumerated().sorted { left, right in
      left.element.path == right.element.path
        ? left.offset < right.offset : left.element.path.precedesInBytes(right.element.path)
    }.map(\.element)
  }
}

/// A pack of another version.
package struct PackChange: Hashable, Sendable {
  package let name: String
  /// The version before; nil where the pack is new.
  package let before: String?
  /// The version after; nil where the pack is gone.
  package let after: String?

  package init(name: String, before: String?, after: String?) {
    (self.name, self.before, self.after) = (name, before, after)
  }
}

/// What two sets of policies make of one bundle, with those nested in it.
package struct ComparedBundle: Hashable, Sendable {
  /// As given; of an archive the bundle in it is named.
  package let path: String
  /// `CFBundleIdentifier`, if it is a string.
  package let identifier: String?
  /// The words of the graph; nil when the bundle could not be read.
  package let kind: String?
  /// The platform, if anything tells.
  package let platform: String?
  package let before: Verdict
  package let after: Verdict
  package let rules: [RuleComparison]
  /// What could not be judged by the earlier policies.
  package let errorsBefore: [EngineError]
  /// What could not be judged by the later policies.
  package let errorsAfter: [EngineError]

  /// Whether either side could not be completed, so that what differs isn't wholly known.
  package var isIncomplete: Bool { before == .error || after == .error }

  /// Whether the bundle fails now and passed.
  package var failsNewly: Bool { before == .pass && after == .fail }

  /// Whether the bundle passes now and failed.
  package var passesNewly: Bool { before == .fail && after == .pass }

  /// Whether the later policies make anything else of it than the earlier ones.
  package var isDifferent: Bool { before != after || !rules.isEmpty || errorsBefore != errorsAfter }

  package var isWorse: Bool { failsNewly || rules.contains(where: \.failsNewly) }

  init(_ old: BundleReport, _ new: BundleReport, _ matching: RuleMatching, failOn: Severity) {
    path = new.path
    identifier = new.identifier
    kind = new.kind
    platform = new.platform
    before = old.verdict
    after = new.verdict
    rules = RuleComparison.differences(from: old, to: new, matching, failOn: failOn)
    errorsBefore = old.errors
    errorsAfter = new.errors
  }
}

extension PolicyComparison {
  /// Judges the bundles at `paths` by two sets of policies. Each is opened once, and as many are judged at a time as `jobs` allows, 1
  /// to 64; the result is the same for any number. Nothing is recorded.
  ///
  /// Policies that can't be loaded, and bundles that can't be read, are part of the result and stop nothing else. A rule of
  /// the options, a value for a parameter and a waiver in a file of waivers may belong to either set alone.
  package static func between(
    _ old: PolicyProgram.Options, and new: PolicyProgram.Options, on paths: [String], _ given: Check.Options,
    jobs: Int = 1
  ) -> PolicyComparison {
    var options = given
    options.recording = nil
    options.baseline = nil
    // What could not be found is told once, and not of each bundle.
    options.inputErrors = []
    var (oldSide, newSide) = (Side(), Side())
    // What is wrong with one is told along with what is wrong with the other.
    let oldProgram = load(old, sharing: nil, &oldSide)
    let newProgram = load(new, sharing: oldProgram?.loadedFrom, &newSide)
    guard let oldProgram, let newProgram else {
      return PolicyComparison(old: oldSide, new: newSide, rules: [], bundles: [])
    }
    let evaluator = ComparisonEvaluator(oldProgram, newProgram, options)
    oldSide.errors = evaluator.oldErrors
    newSide.errors = evaluator.newErrors + given.inputErrors
    let (bundles, unloading) = evaluated(paths, evaluator, options, jobs: jobs)
    for error in unloading.old where !oldSide.errors.contains(error) { oldSide.errors.append(error) }
    for error in unloading.new where !newSide.errors.contains(error) { newSide.errors.append(error) }
    return PolicyComparison(old: oldSide, new: newSide, rules: evaluator.matching.changes, bundles: bundles)
  }

  /// What went wrong when checkers were unloaded, on each side.
  private typealias Unloading = (old: [EngineError], new: [EngineError])

  private static func evaluated(
    _ paths: [String], _ evaluator: ComparisonEvaluator, _ options: Check.Options, jobs: Int
  ) -> ([ComparedBundle], Unloading) {
    if jobs == 1 || paths.count < 2 {
      let evaluations = paths.map { evaluator.evaluate($0) }
      return (evaluator.differences(evaluations), evaluator.finishCheckers())
    }
    let unloading = Locked<Unloading>(([], []))
    let found = Locked([ComparisonEvaluator.Evaluation?](repeating: nil, count: paths.count))
    let (old, new) = evaluator.sources
    let checkerFailures = evaluator.checkerFailures
    let cost = evaluator.loadingTime
    // There are no other threads before the only group is begun, so that it is this one that begins it.
    nonisolated(unsafe) let first = evaluator
    WorkerPool.work(groups: 1, jobs: jobs) { worker in
      let own: ComparisonEvaluator
      if worker.isFirst {
        own = first
        worker.begin(items: paths.count, cost: cost)
      } else if let other = ComparisonEvaluator.again(old, new, options), other.checkerFailures == checkerFailures {
        own = other
      } else {
        // There is no memory for another, or checkers that could be started for the first can't be for it.
        return worker.decline()
      }
      while let piece = worker.take() {
        let evaluation = own.evaluate(paths[piece])
        found.withValue { $0[piece] = evaluation }
      }
      let failures = own.finishCheckers()
      unloading.withValue { all in
        all.old += failures.old
        all.new += failures.new
      }
    }
    let evaluations = found.withValue { $0 }.compactMap { $0 }
    return (evaluator.differences(evaluations), unloading.withValue { $0 })
  }

  /// Loads a set of policies, with files as the other set has read them: a pipe can be read only once.
  private static func load(
    _ options: PolicyProgram.Options, sharing other: PolicySources?, _ side: inout Side
  ) -> PolicyProgram? {
    var options = options
    options.allowsUnmatchedWaivers = true
    do throws(EngineError) {
      let program = try PolicyProgram(PolicySources(options, sharing: other))
      side.policies = program.policies
      return program
    } catch {
      side.errors = [error]
      return nil
    }
  }
}
