import PolicySchema
import Reports

extension RuleAdjustment {
  /// Applies the changes to the rules they name, and warns about changes without effect because other policies include the rule
  /// unchanged. Throws if a change names no rule, or a rule out of its policy's reach; if two change the same rule on
  /// one path; and if a policy changes its own rule, or weakens one that must not be waived.
  static func apply(
    _ adjustments: [RuleAdjustment], to rules: [Rule], _ reach: PolicyReach, restrictions: WaiverRestrictions
  ) throws(EngineError) -> [EngineError] {
    var changes: [Int: [RuleAdjustment]] = [:]
    for adjustment in adjustments {
      func refuse(_ message: String, _ hint: String? = nil) -> EngineError {
        EngineError(
          code: "policy.invalid", message: "\(adjustment.word) '\(adjustment.rule)': \(message)",
          at: adjustment.declared, hint: hint)
      }
      let named = rules.firstIndex { $0.id == adjustment.rule }
      guard let at = named ?? rules.firstIndex(where: { $0.formerIDs.contains(adjustment.rule) }) else {
        throw refuse(
          "no such rule" + RuleNames(rules).suggestion(for: adjustment.rule, in: ""),
          "write its full id, policy-id/rule-id, and include its policy")
      }
      let owner = rules[at].policy
      if owner == adjustment.policy {
        throw refuse("the rule is declared in this policy", "change the rule itself at line \(rules[at].declared.line)")
      }
      guard reach.reaches(owner, from: adjustment.policy) else {
        throw refuse("policy '\(owner)' is not included here", "a policy can only adjust rules of policies it includes")
      }
      // Independent policies may change the same rule; the stricter change applies.
      if let earlier = changes[at]?.first(where: {
        reach.reaches(adjustment.policy, from: $0.policy) || reach.reaches($0.policy, from: adjustment.policy)
      }) {
        throw refuse(
          "the rule is already overridden at \(earlier.declared.file):\(earlier.declared.line)",
          "keep one of the two overrides")
      }
      try restrictions.check(adjustment, of: rules[at], declaredSeverity: rules[at].severity)
      changes[at, default: []].append(adjustment)
    }
    var warnings: [EngineError] = []
    for (at, own) in changes.sorted(by: { $0.key < $1.key }) {
      let rule = rules[at]
      let (strictest, ignored) = strictest(of: own, rule, reach)
      warnings += ignored
      rule.adjust(strictest)
    }
    return warnings
  }

  private static func strictest(
    of changes: [RuleAdjustment], _ rule: Rule, _ reach: PolicyReach
  ) -> (RuleAdjustment?, [EngineError]) {
    let bypass = reach.bypass(of: Set(changes.map(\.policy)), to: rule.policy)
    guard var strictest = changes.first else { return (nil, []) }
    for change in changes where change.rank > strictest.rank { strictest = change }
    let ignored: [RuleAdjustment]
    let isApplied: Bool
    if bypass == nil {
      isApplied = true
      ignored = changes.filter { $0.rank < strictest.rank }
    } else {
      strictest.isCeiling = false
      isApplied = (strictest.severity ?? .note) > rule.severity
      // An override to the rule's own severity weakens nothing, unless it is a ceiling.
      ignored = changes.filter {
        !(isApplied && $0.rank == strictest.rank) && !($0.severity == rule.severity && !rule.setsSeverityPerFinding)
      }
    }
    return (
      isApplied ? strictest : nil,
      ignored.map { change in
        let why =
          bypass?.phrase(rule.policy)
          ?? "policy '\(strictest.policy)' is stricter (\(strictest.declared.file):\(strictest.declared.line))"
        return EngineError(
          code: "adjustment.shared", message: "\(change.word) '\(change.rule)' has no effect: \(why)",
          at: change.declared, rule: rule.id,
          hint: bypass?.hint("\(change.word) the rule")
            ?? "if several policies include a rule, the strictest severity applies")
      }
    )
  }
}
