import LuaRuntime

/// What an including policy changes about a rule of an included one.
struct RuleAdjustment {
  /// As written: the full id of the rule.
  let rule: String
  /// The policy that changes it.
  let policy: String
  /// The severity it gives; nil when the rule is left out.
  let severity: Severity?
  /// Why the rule is left out.
  let because: String?
  /// Where the change is declared.
  let declared: SourceLocation

  /// Puts the changes on the rules they name. Throws for one that names no rule, for two that change the same rule, and for
  /// a policy that changes a rule of its own, or makes milder what must not be waived.
  static func apply(
    _ adjustments: [RuleAdjustment], to rules: [Rule], included: (String) -> Set<String>,
    restrictions: WaiverRestrictions
  ) throws(EngineError) -> [Rule] {
    var rules = rules
    for adjustment in adjustments {
      func refuse(_ message: String, _ hint: String? = nil) -> EngineError {
        EngineError(
          code: "policy.invalid", message: "\(adjustment.word) '\(adjustment.rule)': \(message)",
          file: adjustment.declared.file, line: adjustment.declared.line, hint: hint)
      }
      let named = rules.firstIndex { $0.id == adjustment.rule }
      guard let at = named ?? rules.firstIndex(where: { $0.formerIDs.contains(adjustment.rule) }) else {
        throw refuse(
          "there is no such rule" + RuleNames(rules).suggestion(for: adjustment.rule, in: ""),
          "write its full id, policy-id/rule-id, and include its policy")
      }
      if rules[at].id.hasPrefix(adjustment.policy + "/") {
        throw refuse("the rule is this policy's own", "change the rule itself, at line \(rules[at].declared.line)")
      }
      let owner = rules[at].policy
      guard included(adjustment.policy).contains(owner) else {
        throw refuse("policy '\(owner)' is not included here", "only a policy that includes another tunes its rules")
      }
      if let earlier = rules[at].adjustment {
        throw refuse(
          "the rule is already changed at \(earlier.declared.file):\(earlier.declared.line)",
          "two policies must not disagree about a rule; keep one of the two")
      }
      try restrictions.check(adjustment, of: rules[at], declaredSeverity: rules[at].severity)
      rules[at].adjustment = adjustment
      if let severity = adjustment.severity { rules[at].severity = severity }
    }
    return rules
  }

  var word: String { severity == nil ? "disable" : "override" }
}
