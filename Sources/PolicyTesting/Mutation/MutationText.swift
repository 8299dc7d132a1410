import Basics
import Presentation

package enum MutationText {
  /// Returns each surviving mutant with its place and advice, and the score. With `isVerbose`, also killed mutants and the score of each
  /// rule.
  package static func render(_ mutants: [Mutant], isVerbose: Bool) -> String {
    var lines: [String] = []
    for mutant in sorted(mutants) where isVerbose || !mutant.isKilled {
      let place = "\(mutant.file):\(mutant.line)" + (mutant.column.map { ":\($0)" } ?? "")
      lines.append("\(place): \(mutant.isKilled ? "killed" : "SURVIVED"): \(sentence(mutant))")
      lines += mutant.advice.map { "    fix       \($0)" }
    }
    if !lines.isEmpty { lines.append("") }
    if isVerbose { lines += scores(mutants) }
    lines.append("score: " + score(mutants))
    return lines.map { TerminalText.line($0) + "\n" }.joined()
  }

  private static func sorted(_ mutants: [Mutant]) -> [Mutant] {
    mutants.grouped(by: \.file).flatMap { group in
      group.elements.sorted { ($0.line, $0.column ?? 0) < ($1.line, $1.column ?? 0) }
    }
  }

  static func score(_ mutants: some Collection<Mutant>) -> String {
    let killed = mutants.count(where: \.isKilled)
    return "\(MutationTest.percent(of: mutants))% (\(killed) of \(counted(mutants.count, "mutant")) killed)"
  }

  static func sentence(_ mutant: Mutant) -> String {
    let rule = mutant.rule.map { $0 + ": " } ?? ""
    return rule + (mutant.subject == .data ? "in a bundle that passes, " : "") + mutant.change
  }

  private static func scores(_ mutants: [Mutant]) -> [String] {
    mutants.grouped(by: \.rule).map { "\($0.key ?? "functions outside of rules"): " + score($0.elements) }
  }
}

/// The results of mutation testing as JUnit XML: a mutant that survived is a failed test.
package enum MutationJUnit {
  package static func render(_ mutants: [Mutant]) -> [UInt8] {
    let results = mutants.map { mutant in
      let sentence = MutationText.sentence(mutant)
      var result = PolicyTestResult(
        testCase: PolicyTestCase(
          name: sentence, group: mutant.rule ?? mutant.file, file: mutant.file, line: mutant.line))
      if !mutant.isKilled { result.problems = ["survived: \(sentence)"] }
      result.details = mutant.advice
      return result
    }
    return PolicyTestJUnit.render(results, errors: [], placesCases: true)
  }
}
