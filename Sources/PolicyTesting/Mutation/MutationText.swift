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
    var files: [String] = []
    for mutant in mutants where !files.contains(mutant.file) { files.append(mutant.file) }
    return files.flatMap { file in
      mutants.enumerated().filter { $0.element.file == file }.sorted {
        ($0.element.line, $0.element.column ?? 0, $0.offset) < ($1.element.line, $1.element.column ?? 0, $1.offset)
      }.map(\.element)
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
    var rules: [String?] = []
    for mutant in mutants where !rules.contains(mutant.rule) { rules.append(mutant.rule) }
    return rules.map { rule in
      "\(rule ?? "functions outside of rules"): " + score(mutants.filter { $0.rule == rule })
    }
  }
}

/// The results of mutation testing as JUnit XML: a mutant that survived is a failed test.
package enum MutationJUnit {
  package static func render(_ mutants: [Mutant]) -> [UInt8] {
    var groups: [(name: String, mutants: [Mutant])] = []
    for mutant in mutants {
      let name = mutant.rule ?? mutant.file
      if let at = groups.firstIndex(where: { $0.name == name }) {
        groups[at].mutants.append(mutant)
      } else {
        groups.append((name, [mutant]))
      }
    }
    func counts(_ mutants: [Mutant]) -> String {
      "tests=\"\(mutants.count)\" failures=\"\(mutants.count { !$0.isKilled })\" errors=\"0\""
    }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts(mutants))>\n"
    for (name, mutants) in groups {
      text += "  <testsuite name=\"\(XMLText.text(name))\" \(counts(mutants))>\n"
      for mutant in mutants { write(mutant, name, &text) }
      text += "  </testsuite>\n"
    }
    return Array((text + "</testsuites>\n").utf8)
  }

  private static func write(_ mutant: Mutant, _ group: String, _ text: inout String) {
    let sentence = XMLText.text(MutationText.sentence(mutant))
    text += "    <testcase classname=\"\(XMLText.text(group))\" name=\"\(sentence)\""
    text += " file=\"\(XMLText.text(mutant.file))\" line=\"\(mutant.line)\""
    if mutant.isKilled { return text += "/>\n" }
    let advice = XMLText.text(mutant.advice.joined(separator: "\n"))
    text += ">\n      <failure message=\"survived: \(sentence)\">\(advice)</failure>\n    </testcase>\n"
  }
}
