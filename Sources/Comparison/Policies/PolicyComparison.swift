import Basics
import Bundles
package import PolicyEngine
package import Reports

/// The changes in results on bundles between two sets of policies, for reviewing a change of policies.
package struct PolicyComparison: Hashable, Sendable {
  package struct Side: Hashable, Sendable {
    /// The policies in the order loaded; empty if they could not be loaded.
    package var policies: [PolicySummary] = []
    package var errors: [EngineError] = []
  }

  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    case same
    /// There are differences, but no new failures.
    case changed
    /// A bundle, or a rule on a bundle, fails that did not fail before.
    case worse
    /// A side could not be completed. Takes precedence over the others.
    case error
  }

  package struct RuleTotals: Hashable, Sendable {
    /// The rule's id in the new policies, or in the old ones if it was removed.
    package let id: String
    package internal(set) var failsNewly = 0
    package internal(set) var failsNoLonger = 0
    package internal(set) var stopsApplying = 0
    package internal(set) var startsApplying = 0
    package internal(set) var added = 0
    package internal(set) var removed = 0
    package internal(set) var altered = 0
  }

  package let old: Side
  package let new: Side
  package let rules: [RuleSetChange]
  package let bundles: [ComparedBundle]
  package var packs: [PackChange]?

  package var outcome: Outcome {
    if !old.errors.isEmpty || !new.errors.isEmpty || bundles.contains(where: \.isIncomplete) { return .error }
    if bundles.contains(where: \.isWorse) { return .worse }
    return rules.isEmpty && !bundles.contains(where: \.isDifferent) ? .same : .changed
  }

  package var totals: [RuleTotals] {
    var totals: [String: RuleTotals] = [:]
    for rule in bundles.lazy.flatMap(\.rules) {
      var total = totals[rule.id] ?? RuleTotals(id: rule.id)
      if rule.failsNewly { total.failsNewly += 1 }
      if rule.failsNoLonger { total.failsNoLonger += 1 }
      if let before = rule.before, let after = rule.after {
        if before.status != .notApplicable, after.status == .notApplicable { total.stopsApplying += 1 }
        if before.status == .notApplicable, after.status != .notApplicable { total.startsApplying += 1 }
      }
      total.added += rule.count(.added)
      total.removed += rule.count(.removed)
      total.altered += rule.count(.severity) + rule.count(.waiver)
      totals[rule.id] = total
    }
    return totals.values.sorted(byBytesOf: \.id)
  }

  init(old: Side, new: Side, rules: [RuleSetChange], bundles: [ComparedBundle]) {
    (self.old, self.new, self.rules, self.bundles) = (old, new, rules, bundles.sorted(byBytesOf: \.path))
  }
}

package struct PackChange: Hashable, Sendable {
  package let name: String
  package let before: String?
  package let after: String?

  package init(name: String, before: String?, after: String?) {
    (self.name, self.before, self.after) = (name, before, after)
  }
}

package struct ComparedBundle: Hashable, Sendable {
  /// The path as given; for an archive, the path of the bundle in it.
  package let path: String
  package let identifier: String?
  package let kind: String?
  package let platform: String?
  package let before: Verdict
  package let after: Verdict
  package let rules: [RuleComparison]
  package let errorsBefore: [EngineError]
  package let errorsAfter: [EngineError]

  /// Whether either side could not be completed, so that there may be more differences.
  package var isIncomplete: Bool { before == .error || after == .error }

  package var failsNewly: Bool { before == .pass && after == .fail }

  package var passesNewly: Bool { before == .fail && after == .pass }

  package var isDifferent: Bool { before != after || !rules.isEmpty || errorsBefore != errorsAfter }

  package var isWorse: Bool { failsNewly || rules.contains(where: \.failsNewly) }

  init(_ old: BundleReport, _ new: BundleReport, _ matching: RuleMatching, failOn: FailureThreshold) {
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
  /// Checks bundles with two sets of policies. Each bundle is opened once; up to `jobs` (1 to 64) are checked concurrently, which does not
  /// affect the result. Nothing is recorded in a ledger.
  ///
  /// Policies that cannot be loaded and bundles that cannot be read are reported in the result. Rules, parameters and waivers named in the
  /// options need to exist on one side only.
  package static func between(
    _ old: PolicyProgram.Options, and new: PolicyProgram.Options, on paths: [String], _ given: Check.Options,
    jobs: Int = 1
  ) -> PolicyComparison {
    var options = given
    options.recording = nil
    options.baseline = nil
    // Input errors are reported once rather than for each bundle.
    options.inputErrors = []
    var (oldSide, newSide) = (Side(), Side())
    // Errors of both sides are reported.
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
    // No other worker runs until this one begins the group, so it is not used concurrently.
    nonisolated(unsafe) let first = evaluator
    WorkerPool.work(groups: 1, jobs: jobs) { worker in
      let own: ComparisonEvaluator
      if worker.isFirst {
        own = first
        worker.begin(items: paths.count, cost: cost)
      } else if let other = ComparisonEvaluator.copy(old, new, options), other.checkerFailures == checkerFailures {
        own = other
      } else {
        // Either memory is short, or checkers that started for the first worker do not start for this one.
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
