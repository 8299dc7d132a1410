/// The rules that a check evaluates.
package struct RuleSelection {
  /// In the order declared.
  package let rules: [Rule]
  /// One for each id that no rule has.
  package private(set) var errors: [EngineError] = []
  /// One for each id that a rule had before.
  private(set) var renamings: [EngineError] = []

  /// Those that `only` names, all if it is empty, but for those that `skipped` names; ids with or without the policy's in front.
  package init(_ all: [Rule], only: [String], without skipped: [String]) {
    let names = RuleNames(all)
    var chosen: [Set<String>] = [[], []]
    for (number, (option, words)) in [("--rule", only), ("--skip", skipped)].enumerated() {
      for word in words {
        let found = names.rules(named: word)
        if found.isEmpty {
          errors.append(
            EngineError(
              code: "check.unknown-rule", message: "no policy has a rule '\(word)'" + names.suggestion(for: word)))
        }
        renamings += found.compactMap { names.renaming(word, of: $0, at: nil, option: option) }
        chosen[number].formUnion(found.map(\.id))
      }
    }
    rules =
      only.isEmpty && skipped.isEmpty
      ? all
      : all.indices.filter { at in
        (only.isEmpty || chosen[0].contains(all[at].id)) && !chosen[1].contains(all[at].id)
      }.map { all[$0] }
  }
}

extension RuleResult {
  /// What a rule comes to before any bundle was looked at.
  init(notYetJudged rule: Rule) {
    self.init(id: rule.id, status: .notApplicable, findings: 0, fuel: 0, reason: nil)
    adjustment = rule.adjustment.map {
      AppliedAdjustment(severity: $0.severity, because: $0.because, rule: rule.declared, declared: $0.declared)
    }
  }
}
