/// What the declarations of all sources come to together: rules as the including policies changed them, waivers of rules that exist,
/// who may loosen whose rules, and what is wrong with any of it.
struct PolicyResolution {
  let rules: [Rule]
  let policies: [PolicySummary]
  let descriptions: [PolicyDescription]
  /// The ids of the policies that were named, not just included.
  let namedPolicies: [String]
  let reach: PolicyReach
  let waivers: [Waiver]
  /// Waivers of rules that do not exist, where that is allowed.
  let unmatchedWaivers: [Waiver]
  /// What is wrong but stops no rule.
  let errors: [EngineError]
  let warnings: [EngineError]

  /// Throws for the first declaration that can't stand beside the others.
  init(
    _ loaded: PolicyLoader, _ options: PolicyProgram.Options, _ checkers: RequestedCheckers
  ) throws(EngineError) {
    let recorder = loaded.recorder
    reach = recorder.reach(named: loaded.named)
    let names = RuleNames(recorder.rules)
    try names.check()
    let restrictions = try WaiverRestrictions(recorder.restrictions, names, reach)
    let adjusted = try RuleAdjustment.apply(
      recorder.adjustments, to: recorder.rules, reach, restrictions: restrictions)
    rules = adjusted.rules
    if rules.isEmpty {
      throw EngineError(
        code: "policy.empty", message: "the policy has no rules, so it would judge nothing",
        file: recorder.policies.first?.source, line: 1,
        hint: "declare one: rule \"id\" { summary = \"…\", require = { … } }")
    }
    try checkers.resolve(rules)
    let tests = recorder.tests?.resolve(names)
    let completion = try WaiverCompletion(
      recorder.waivers, names, reach, restrictions, allowsUnmatched: options.allowsUnmatchedWaivers)
    waivers = completion.waivers
    unmatchedWaivers = completion.unmatched
    warnings =
      adjusted.warnings + restrictions.renamings + completion.renamings
      + recorder.adjustments.compactMap { adjustment in
        names.rule(withID: adjustment.rule).flatMap {
          names.renaming(adjustment.rule, of: $0, at: adjustment.declared)
        }
      }
      + (tests?.warnings ?? [])
    errors =
      options.parameters.unknown(among: recorder.parameters.map(\.name)) + (tests?.errors ?? []) + checkers.errors
    policies = recorder.policies.map {
      PolicySummary(id: $0.id, version: $0.version, source: $0.source, contents: $0.contents)
    }
    let reach = reach
    descriptions = recorder.policies.map {
      PolicyDescription(
        id: $0.id, summary: $0.summary, version: $0.version, source: $0.source,
        includes: reach.policies(includedBy: $0.id).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
    namedPolicies = recorder.policies.filter { loaded.named.contains($0.source) }.map(\.id)
  }
}
