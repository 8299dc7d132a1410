import Basics
import Reports

/// The declarations of all sources, resolved: rules as the including policies changed them, waivers of rules that exist,
/// which policy may loosen which rules, and all errors in them.
struct PolicyResolution {
  let rules: [Rule]
  let policies: [PolicySummary]
  let descriptions: [PolicyDescription]
  let namedPolicies: [String]
  let reach: PolicyReach
  let waivers: [Waiver]
  let unmatchedWaivers: [Waiver]
  let errors: [EngineError]
  let warnings: [EngineError]

  init(_ loaded: PolicyLoader, _ options: PolicyOptions, _ checkers: RequestedCheckers) throws(EngineError) {
    let recorder = loaded.recorder
    reach = recorder.reach(named: loaded.named)
    let names = RuleNames(recorder.rules)
    try names.check()
    let restrictions = try WaiverRestrictions(recorder.restrictions, names, reach)
    rules = recorder.rules
    let ignored = try RuleAdjustment.apply(recorder.adjustments, to: rules, reach, restrictions: restrictions)
    if rules.isEmpty {
      throw EngineError(
        code: "policy.empty", message: "the policy has no rules, so it would check nothing",
        file: recorder.policies.first?.source, line: 1,
        hint: "declare one: rule \"id\" { summary = \"…\", require = { … } }")
    }
    try MeasureDeclaration.check(recorder.measures, rules)
    try checkers.resolve(rules)
    let tests = recorder.tests?.resolve(names, recorder.parameters)
    let completion = try WaiverCompletion(
      recorder.waivers, names, reach, restrictions, allowsUnmatched: options.allowsUnmatchedWaivers)
    waivers = completion.waivers
    unmatchedWaivers = completion.unmatched
    warnings =
      ignored + restrictions.renamings + completion.renamings
      + recorder.adjustments.compactMap { adjustment in
        names.rule(withID: adjustment.rule).flatMap {
          names.renaming(adjustment.rule, of: $0, at: adjustment.declared)
        }
      }
      + (tests?.warnings ?? [])
    errors =
      options.parameters.unknown(among: recorder.parameters.map(\.name)) + (tests?.errors ?? []) + checkers.errors
    policies = recorder.policies.map {
      PolicySummary(id: $0.id, version: $0.version, source: $0.source, digest: "sha256:" + $0.digest)
    }
    let reach = reach
    descriptions = recorder.policies.map {
      PolicyDescription(
        id: $0.id, summary: $0.summary, version: $0.version, source: $0.source,
        includes: reach.policies(includedBy: $0.id).sortedByBytes())
    }
    namedPolicies = recorder.policies.filter { loaded.named.contains(ExactText($0.source)) }.map(\.id)
  }
}

/// Gives waivers the full ids of their rules, and checks them against the restrictions of policies.
struct WaiverCompletion {
  /// With full ids of rules that there are.
  private(set) var waivers: [Waiver] = []
  private(set) var renamings: [EngineError] = []
  /// Waivers in waiver files that name no known rule, if that is allowed: they are for the rules of other policies.
  private(set) var unmatched: [Waiver] = []

  /// Throws for a waiver that names no rule, unless unmatched ones are allowed and it is from a waiver file; for one out of its
  /// policy's reach; and for one that a policy forbids.
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
            "waive '\(waiver.rule)': policy '\(rule.policy)' is not included here, so its rules cannot be waived here",
          at: waiver.declared,
          hint:
            "a policy waives its own rules and those of the policies it includes; move the waiver to a policy that includes "
            + "'\(rule.policy)', or to a file named with --waivers")
      }
      try restrictions.check(waiver)
      self.waivers.append(waiver)
    }
  }

  /// In a policy, a name without a slash means a rule of that policy; in a waiver file, any rule with that name.
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
    throw EngineError(code: "policy.invalid", message: "waive: \(message)", at: waiver.declared)
  }
}
