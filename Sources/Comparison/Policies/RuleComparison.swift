import Basics
import PolicyEngine
package import Reports

/// What two sets of policies make of one bundle by one rule.
package struct RuleComparison: Hashable, Sendable {
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
    return all.sorted(byBytesOf: \.id)
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

/// Which rule of one set of policies is which of another: by its id, or by one that it had before.
struct RuleMatching: Sendable {
  /// The id that a rule has in the later policies, by the one it has in the earlier ones, for rules that were renamed.
  private let laterIDs: [String: String]
  let changes: [RuleSetChange]

  /// Matches the rules that a check evaluates by the one and the other.
  init(_ old: [Rule], _ new: [Rule]) {
    let oldIDs = Set(old.map(\.id))
    let newIDs = Set(new.map(\.id))
    var laterIDs: [String: String] = [:]
    for rule in new where !oldIDs.contains(rule.id) {
      // The nearest earlier name that is there; each rule is matched once.
      if let former = rule.formerIDs.first(where: {
        oldIDs.contains($0) && !newIDs.contains($0) && laterIDs[$0] == nil
      }) {
        laterIDs[former] = rule.id
      }
    }
    // Policies may be compared backwards, too.
    var taken = Set(laterIDs.values)
    for rule in old where !newIDs.contains(rule.id) && laterIDs[rule.id] == nil {
      if let later = rule.formerIDs.first(where: {
        newIDs.contains($0) && !oldIDs.contains($0) && !taken.contains($0)
      }) {
        laterIDs[rule.id] = later
        taken.insert(later)
      }
    }
    self.laterIDs = laterIDs
    changes = Self.changes(old, new, laterIDs)
  }

  /// The id that a rule of the earlier policies has in the later ones, if it is still there.
  func laterID(_ id: String) -> String { laterIDs[id] ?? id }

  private static func changes(_ old: [Rule], _ new: [Rule], _ laterIDs: [String: String]) -> [RuleSetChange] {
    var before: [String: Rule] = [:]
    for rule in old { before[laterIDs[rule.id] ?? rule.id] = rule }
    var changes: [RuleSetChange] = []
    for rule in new {
      let former = before.removeValue(forKey: rule.id)
      let change = RuleSetChange(
        id: rule.id, formerID: former.flatMap { $0.id == rule.id ? nil : $0.id },
        before: former.map { RuleSetChange.State($0) }, after: RuleSetChange.State(rule))
      if change.isChange { changes.append(change) }
    }
    changes += before.map {
      RuleSetChange(id: $0.key, formerID: nil, before: RuleSetChange.State($0.value), after: nil)
    }
    return changes.sorted(byBytesOf: \.id)
  }
}

/// What became of a rule from one set of policies to another, whatever the bundles.
package struct RuleSetChange: Hashable, Sendable {
  package struct State: Hashable, Sendable {
    /// How bad its findings are unless it says otherwise of one.
    package let severity: Severity
    /// Whether an including policy leaves it out.
    package let isLeftOut: Bool
    package let declared: SourceLocation

    init(_ rule: Rule) {
      severity = rule.adjustment?.severity ?? rule.severity
      isLeftOut = rule.adjustment?.because != nil
      declared = rule.declared
    }
  }

  /// `policy-id/rule-id` in the later policies, in the earlier ones where it is gone.
  package let id: String
  /// Its id in the earlier policies, where that is another.
  package let formerID: String?
  /// Nil for a rule that is new.
  package let before: State?
  /// Nil for a rule that is gone.
  package let after: State?

  /// Whether there is anything to tell.
  var isChange: Bool {
    formerID != nil || before?.severity != after?.severity || before?.isLeftOut != after?.isLeftOut
  }
}
