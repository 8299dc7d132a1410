package import PolicyEngine

/// What two sets of policies make of one bundle by one rule.
package struct RuleComparison: Hashable, Sendable {
  /// What one of them makes of it.
  package struct State: Hashable, Sendable {
    /// As a report says it.
    package let status: RuleResult.Status
    /// How many findings, waived ones included.
    package let findings: Int
    /// Whether a finding that no waiver covers is bad enough to fail the bundle.
    package let fails: Bool
  }

  /// `policy-id/rule-id` in the later policies, in the earlier ones where it is gone.
  package let id: String
  /// Its id in the earlier policies, where that is another.
  package let formerID: String?
  /// Nil where the earlier policies have no such rule.
  package let before: State?
  /// Nil where the later policies have no such rule.
  package let after: State?
  /// What became of its findings, in the order of reports.
  package let findings: [FindingChange]

  /// Whether the rule fails the bundle now and did not.
  package var failsNewly: Bool { after?.fails == true && before?.fails != true }

  /// Whether the rule failed the bundle and does no more.
  package var failsNoLonger: Bool { before?.fails == true && after?.fails != true }

  /// How many findings became so.
  package func count(_ kind: FindingChange.Kind) -> Int { findings.count { $0.kind == kind } }

  /// Whether there is anything to tell: a rule that only one side has, and that finds nothing, is told of once, not for each bundle.
  var isDifference: Bool {
    if !findings.isEmpty { return true }
    guard let before, let after else { return before?.status == .error || after?.status == .error }
    return before.status != after.status || before.fails != after.fails
  }

  /// The rules that differ, by id.
  static func differences(
    from old: BundleReport, to new: BundleReport, _ matching: RuleMatching, failOn: Severity
  ) -> [RuleComparison] {
    let (oldFindings, newFindings) = (grouped(old.findings), grouped(new.findings))
    var before: [String: RuleResult] = [:]
    for rule in old.rules { before[matching.laterID(rule.id)] = rule }
    var all: [RuleComparison] = []
    func compare(_ id: String, _ former: RuleResult?, _ later: RuleResult?) {
      let made = former.map { oldFindings[$0.id] ?? [] } ?? []
      let found = later.map { newFindings[$0.id] ?? [] } ?? []
      let comparison = RuleComparison(
        id: id, formerID: former.flatMap { $0.id == id ? nil : $0.id },
        before: former.map { State($0, made, failOn) }, after: later.map { State($0, found, failOn) },
        findings: FindingChange.changes(from: made, to: found, rule: id))
      if comparison.isDifference { all.append(comparison) }
    }
    for rule in new.rules { compare(rule.id, before.removeValue(forKey: rule.id), rule) }
    for (id, rule) in before { compare(id, rule, nil) }
    return all.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  private static func grouped(_ findings: [Finding]) -> [String: [Finding]] {
    Dictionary(grouping: findings, by: \.rule)
  }
}

extension RuleComparison.State {
  fileprivate init(_ result: RuleResult, _ findings: [Finding], _ failOn: Severity) {
    self.init(
      status: result.status, findings: result.findings,
      fails: findings.contains { $0.isOpen && $0.severity >= failOn })
  }
}
