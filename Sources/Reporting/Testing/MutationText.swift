public import PolicyEngine

/// What became of deliberate faults, for people.
public enum MutationText {
  /// Each fault that nothing noticed with its place and what to add, and the score. With `isVerbose` those that were noticed,
  /// too, and the score of each rule.
  public static func render(_ mutants: [Mutant], isVerbose: Bool) -> String {
    var lines: [String] = []
    for mutant in mutants where isVerbose || !mutant.isNoticed {
      let word = mutant.isNoticed ? "noticed" : "SURVIVED"
      lines.append("\(mutant.file):\(mutant.line): \(word): \(sentence(mutant))")
      lines += mutant.advice.map { "    fix       \($0)" }
    }
    if !lines.isEmpty { lines.append("") }
    if isVerbose { lines += scores(mutants) }
    lines.append("score: " + score(mutants))
    return lines.map { TerminalText.escape($0) + "\n" }.joined()
  }

  /// `97 % (66 of 68 mutants noticed)`.
  static func score(_ mutants: some Collection<Mutant>) -> String {
    let noticed = mutants.count(where: \.isNoticed)
    return "\(MutationTest.percent(of: mutants)) % (\(noticed) of \(mutants.count) mutants noticed)"
  }

  /// What was changed, and in which rule.
  static func sentence(_ mutant: Mutant) -> String {
    let rule = mutant.rule.map { $0 + ": " } ?? ""
    return rule + (mutant.subject == .data ? "a bundle that passes is changed: " : "") + mutant.change
  }

  private static func scores(_ mutants: [Mutant]) -> [String] {
    var rules: [String?] = []
    for mutant in mutants where !rules.contains(mutant.rule) { rules.append(mutant.rule) }
    return rules.map { rule in
      "\(rule ?? "functions outside of rules"): " + score(mutants.filter { $0.rule == rule })
    }
  }
}
