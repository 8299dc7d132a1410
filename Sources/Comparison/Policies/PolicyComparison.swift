package import PolicyEngine

/// What flips on which bundles, and by which rule, from one set of policies to another: for whoever reviews a change of policies.
package struct PolicyComparison: Hashable, Sendable {
  /// One of the two sets of policies.
  package struct Side: Hashable, Sendable {
    /// In the order loaded; empty when they could not be.
    package var policies: [PolicySummary] = []
    /// Why they could not be loaded or wholly applied, whatever the bundle.
    package var errors: [EngineError] = []
  }

  /// The word for the whole.
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// Nothing differs.
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
    /// On how many bundles it fails newly.
    package internal(set) var failsNewly = 0
    /// On how many bundles it fails no longer.
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

  /// The earlier policies.
  package let old: Side
  /// The later policies.
  package let new: Side
  /// Rules that are new, gone, renamed, or of another severity, by id.
  package let rules: [RuleSetChange]
  /// Every bundle, sorted by path.
  package let bundles: [ComparedBundle]

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
    return totals.values.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  init(old: Side, new: Side, rules: [RuleSetChange], bundles: [ComparedBundle]) {
    self.old = old
    self.new = new
    self.rules = rules
    // A path that is named twice keeps its order.
    self.bundles = bundles.enumerated().sorted { left, right in
      left.element.path == right.element.path
        ? left.offset < right.offset : left.element.path.utf8.lexicographicallyPrecedes(right.element.path.utf8)
    }.map(\.element)
  }
}
