public import Reports

extension PolicyProgram {
  var formerIDs: [String: [String]] {
    Dictionary(
      rules.filter { !$0.formerIDs.isEmpty }.map { ($0.id, $0.formerIDs) }, uniquingKeysWith: { first, _ in first })
  }

  /// Every rule, in the order declared.
  ///
  /// - Throws: If the file of a standard policy's rule cannot be run.
  public var descriptions: [RuleDescription] {
    get throws(EngineError) {
      // The parameters of a module that declares rules are for these; the parameters of a policy's file, or of a module without rules,
      // are for all.
      let modules =
        parameters.isEmpty ? [] : Set(rules.map(\.declared.file)).subtracting(policies.map(\.source))
      ruleFiles?.load(rules.filter { $0.recorded?.isDescribed == false })
      var descriptions: [RuleDescription] = []
      for rule in rules {
        let rule = rule.recorded?.isDescribed == false ? try ruleFiles?.loaded(rule) ?? rule : rule
        descriptions.append(
          RuleDescription(
            rule,
            parameters.filter { $0.declared.file == rule.declared.file || !modules.contains($0.declared.file) }))
      }
      return descriptions
    }
  }
}
