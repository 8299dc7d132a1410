import Reports

struct WaiverRestrictions {
  struct Restriction {
    let policy: String
    /// Whether waivers are allowed outside this policy and the policies it includes.
    var allowsLocal = true
    var never: [String] = []
    let declared: SourceLocation
  }

  let restrictions: [Restriction]
  let names: RuleNames
  let reach: PolicyReach
  private(set) var renamings: [EngineError] = []
  private var forbidden: [String: [Restriction]] = [:]

  /// Throws for a `never_waive` that names an unknown rule, or one of a policy that is not included.
  init(_ restrictions: [Restriction], _ names: RuleNames, _ reach: PolicyReach) throws(EngineError) {
    (self.restrictions, self.names, self.reach) = (restrictions, names, reach)
    for restriction in restrictions {
      for word in restriction.never {
        let id = word.contains("/") ? word : "\(restriction.policy)/\(word)"
        let place = restriction.declared
        guard let rule = names.rule(withID: id) else {
          throw Self.refuse(
            "policy '\(restriction.policy)', never_waive: there is no rule '\(word)'"
              + names.suggestion(for: word, in: restriction.policy), place)
        }
        guard reach.reaches(rule.policy, from: restriction.policy) else {
          throw Self.refuse(
            "policy '\(restriction.policy)', never_waive: policy '\(rule.policy)' is not included here", place,
            hint: "a policy can only name rules of policies it includes")
        }
        if let renaming = names.renaming(word, of: rule, at: place) { renamings.append(renaming) }
        forbidden[rule.id, default: []].append(restriction)
      }
    }
  }

  func check(_ waiver: Waiver) throws(EngineError) {
    let owner = String(waiver.rule.prefix { $0 != "/" })
    func refuse(_ restriction: Restriction, _ message: String, _ hint: String) -> EngineError {
      Self.refuse(
        "waive '\(waiver.rule)': \(message) (\(restriction.declared.file):\(restriction.declared.line))",
        waiver.declared, hint: hint)
    }
    if let restriction = forbidden[waiver.rule]?.first {
      throw refuse(
        restriction, "policy '\(restriction.policy)' names the rule in never_waive",
        "fix the bundle; only a change to that policy can allow waivers of the rule")
    }
    for restriction in restrictions where !restriction.allowsLocal {
      guard reach.reaches(owner, from: restriction.policy) else { continue }
      if waiver.policy.map({ !reach.reaches($0, from: restriction.policy) }) ?? true {
        throw refuse(
          restriction, "policy '\(restriction.policy)' does not allow local waivers",
          "fix the bundle, or ask the policy's owner to waive the rule there")
      }
    }
  }

  /// Throws if a policy disables or downgrades a rule that another policy lists in `never_waive`.
  func check(_ adjustment: RuleAdjustment, of rule: Rule, declaredSeverity: Severity) throws(EngineError) {
    // An override limits the severities that a function or checker gives its findings: only the highest severity weakens nothing.
    let highest = rule.setsSeverityPerFinding ? .error : declaredSeverity
    if let severity = adjustment.severity, severity >= highest { return }
    for restriction in forbidden[rule.id] ?? [] where restriction.policy != adjustment.policy {
      throw Self.refuse(
        "\(adjustment.word) '\(adjustment.rule)': policy '\(restriction.policy)' names the rule in never_waive "
          + "(\(restriction.declared.file):\(restriction.declared.line))", adjustment.declared,
        hint: "such a rule can be neither disabled nor downgraded; fix the bundle instead")
    }
  }

  private static func refuse(_ message: String, _ place: SourceLocation, hint: String? = nil) -> EngineError {
    EngineError(code: "policy.invalid", message: message, at: place, hint: hint)
  }
}
