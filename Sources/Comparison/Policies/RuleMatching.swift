package import PolicyEngine

/// Which rule of one set of policies is which of another: by its id, or by one that it had before.
struct RuleMatching: Sendable {
  /// The id that a rule has in the later policies, by the one it has in the earlier ones, for rules that were renamed.
  private let laterIDs: [String: String]
  /// What became of the rules, by id.
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
    return changes.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }
}

/// What became of a rule from one set of policies to another, whatever the bundles.
package struct RuleSetChange: Hashable, Sendable {
  /// The rule in one of the two.
  package struct State: Hashable, Sendable {
    /// How bad its findings are unless it says otherwise of one.
    package let severity: Severity
    /// Whether an including policy leaves it out.
    package let isLeftOut: Bool
    /// Where it stands.
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
