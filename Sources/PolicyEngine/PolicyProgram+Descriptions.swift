import Parameters
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
      func isOfAll(_ parameter: Parameter) -> Bool {
        let file = parameter.declared.file
        return policies.contains { $0.source == file } || !rules.contains { $0.declared.file == file }
      }
      let ofAll = parameters.filter(isOfAll)
      ruleFiles?.load(rules.filter { $0.recorded?.isDescribed == false })
      var descriptions: [RuleDescription] = []
      for rule in rules {
        let rule = rule.recorded?.isDescribed == false ? try ruleFiles?.loaded(rule) ?? rule : rule
        let file = rule.declared.file
        let declaresSome = parameters.contains { $0.declared.file == file }
        descriptions.append(
          RuleDescription(
            rule, declaresSome ? parameters.filter { $0.declared.file == file || isOfAll($0) } : ofAll))
      }
      return descriptions
    }
  }
}
