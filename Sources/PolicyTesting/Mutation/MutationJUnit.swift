import Presentation

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
