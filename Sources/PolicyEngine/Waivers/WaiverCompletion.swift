/// Gives waivers the full ids of their rules, and holds them against what policies say about waiving.
struct WaiverCompletion {
  /// With full ids of rules that there are.
  private(set) var waivers: [Waiver] = []
  /// Where ids that rules had before are used.
  private(set) var renamings: [EngineError] = []
  /// Those of files of waivers that name no rule, where that is allowed: they are the waivers of other policies' rules.
  private(set) var unmatched: [Waiver] = []

  /// Throws for a waiver that names no rule, unless unmatched ones are allowed and it isn't a policy's own, for one that is out of its
  /// policy's reach, and for one that a policy forbids.
  init(
    _ waivers: [Waiver], _ names: RuleNames, _ reach: PolicyReach, _ restrictions: WaiverRestrictions,
    allowsUnmatched: Bool = false
  ) throws(EngineError) {
    for waiver in waivers {
      if allowsUnmatched, waiver.policy == nil, names.rules(named: waiver.rule).isEmpty {
        unmatched.append(waiver)
        continue
      }
      let rule = try Self.rule(of: waiver, names)
      if let renaming = names.renaming(waiver.rule, of: rule, at: waiver.declared) { renamings.append(renaming) }
      var waiver = waiver
      waiver.rule = rule.id
      if let policy = waiver.policy, !reach.reaches(rule.policy, from: policy) {
        throw EngineError(
          code: "policy.invalid",
          message:
            "waive '\(waiver.rule)': policy '\(rule.policy)' is not included here, so its rules are out of reach",
          file: waiver.declared.file, line: waiver.declared.line,
          hint:
            "a policy waives its own rules and those of the policies it includes; move the waiver to a policy that includes "
            + "'\(rule.policy)', or to a file named with --waivers")
      }
      try restrictions.check(waiver)
      self.waivers.append(waiver)
    }
  }

  /// In a policy a word without a slash means a rule of that policy, in a file of waivers any that is called so.
  private static func rule(of waiver: Waiver, _ names: RuleNames) throws(EngineError) -> Rule {
    let word = waiver.rule
    let found: [Rule]
    if let policy = waiver.policy {
      found = names.rule(withID: word.contains("/") ? word : "\(policy)/\(word)").map { [$0] } ?? []
    } else {
      found = names.rules(named: word)
    }
    if let rule = found.first, found.count == 1 { return rule }
    let message =
      found.isEmpty
      ? "there is no rule '\(word)'" + names.suggestion(for: word, in: waiver.policy)
      : "several policies have a rule '\(word)': \(found.map(\.id).joined(separator: ", ")); write its full id"
    throw EngineError(
      code: "policy.invalid", message: "waive: \(message)", file: waiver.declared.file, line: waiver.declared.line)
  }
}
