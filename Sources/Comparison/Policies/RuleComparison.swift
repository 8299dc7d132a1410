import Basics
import PolicyEngine
package import Reports

package struct RuleComparison: Hashable, Sendable {
  package struct State: Hashable, Sendable {
    package let status: RuleResult.Status
    /// The number of findings, including waived ones.
    package let findings: Int
    package let fails: Bool
  }

  package let id: String
  /// The id in the old policies, if it was different.
  package let formerID: String?
  package let before: State?
  package let after: State?
  package let findings: [FindingChange]

  package var failsNewly: Bool { after?.fails == true && before?.fails != true }

  package var failsNoLonger: Bool { before?.fails == true && after?.fails != true }

  package func count(_ kind: FindingChange.Kind) -> Int { findings.count { $0.kind == kind } }

  /// Whether the results differ. A rule that only one side has and that reports nothing is listed once as a changed rule, not for each
  /// bundle.
  var isDifference: Bool {
    if !findings.isEmpty { return true }
    guard let before, let after else { return before?.status == .error || after?.status == .error }
    return before.status != after.status || before.fails != after.fails
  }

  static func differences(
    from old: BundleReport, to new: BundleReport, _ matching: RuleMatching, failOn: FailureThreshold
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
  fileprivate init(_ result: RuleResult, _ findings: [Finding], _ failOn: FailureThreshold) {
    self.init(
      status: result.status, findings: result.findings,
      fails: findings.contains { $0.isOpen && failOn.includes($0.severity) })
  }
}

struct RuleMatching: Sendable {
  private let laterIDs: [String: String]
  let changes: [RuleSetChange]

  init(_ old: [Rule], _ new: [Rule]) {
    let oldIDs = Set(old.map(\.id))
    let newIDs = Set(new.map(\.id))
    var laterIDs: [String: String] = [:]
    for rule in new where !oldIDs.contains(rule.id) {
      // Uses the most recent former id that exists; each rule is paired once.
      if let former = rule.formerIDs.first(where: {
        oldIDs.contains($0) && !newIDs.contains($0) && laterIDs[$0] == nil
      }) {
        laterIDs[former] = rule.id
      }
    }
    // Policies may also be compared in reverse order of time.
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

/// A change of a rule between two sets of policies, independent of bundles.
package struct RuleSetChange: Hashable, Sendable {
  package struct State: Hashable, Sendable {
    package let severity: Severity
    package let isDisabled: Bool
    package let declared: SourceLocation

    init(_ rule: Rule) {
      severity = rule.adjustment?.severity ?? rule.severity
      isDisabled = rule.adjustment?.because != nil
      declared = rule.declared
    }
  }

  package let id: String
  package let formerID: String?
  package let before: State?
  package let after: State?

  var isChange: Bool {
    formerID != nil || before?.severity != after?.severity || before?.isDisabled != after?.isDisabled
  }
}
