package import PolicyMutation
package import PolicyTesting
package import Reports

/// The results of a policy's tests as JUnit XML, which every CI system shows. Without times: the same tests give the same
/// bytes.
package enum PolicyTestJUnit {
  /// The document, in UTF-8.
  package static func render(_ results: [PolicyTestResult], errors: [EngineError]) -> [UInt8] {
    var groups: [(name: String, results: [PolicyTestResult])] = []
    for result in results {
      if let at = groups.firstIndex(where: { $0.name == result.testCase.group }) {
        groups[at].results.append(result)
      } else {
        groups.append((result.testCase.group, [result]))
      }
    }
    let (failures, broken) = counts(results)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text +=
      "<testsuites tests=\"\(results.count + errors.count)\" failures=\"\(failures)\" errors=\"\(errors.count + broken)\">\n"
    for (name, results) in groups {
      let (failures, broken) = counts(results)
      text +=
        "  <testsuite name=\"\(XMLText.text(name))\" tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(broken)\" file=\"\(XMLText.text(results.first?.testCase.file ?? ""))\">\n"
      for result in results { write(result, &text) }
      text += "  </testsuite>\n"
    }
    if !errors.isEmpty {
      text += "  <testsuite name=\"policies\" tests=\"\(errors.count)\" failures=\"0\" errors=\"\(errors.count)\">\n"
      for error in errors {
        let line = XMLText.text(DiagnosticLine.render(error))
        text += "    <testcase classname=\"policies\" name=\"\(XMLText.text(error.file ?? error.code.rawValue))\">\n"
        text += "      <error type=\"\(XMLText.text(error.code.rawValue))\" message=\"\(line)\"/>\n    </testcase>\n"
      }
      text += "  </testsuite>\n"
    }
    return Array((text + "</testsuites>\n").utf8)
  }

  private static func counts(_ results: [PolicyTestResult]) -> (failures: Int, broken: Int) {
    let broken = results.count(where: \.isBroken)
    return (results.count { !$0.problems.isEmpty } - broken, broken)
  }

  private static func write(_ result: PolicyTestResult, _ text: inout String) {
    let test = result.testCase
    text += "    <testcase classname=\"\(XMLText.text(test.group))\" name=\"\(XMLText.text(test.name))\""
    guard let first = result.problems.first else { return text += "/>\n" }
    // The schema has no place for a test's place.
    let all = (["\(test.file):\(test.line)"] + result.problems + result.details).joined(separator: "\n")
    let element = result.isBroken ? "error" : "failure"
    text +=
      ">\n      <\(element) message=\"\(XMLText.text(first))\">\(XMLText.text(all))</\(element)>\n    </testcase>\n"
  }
}

/// What became of deliberate faults as JUnit XML: one that nothing noticed is a test that failed.
package enum MutationJUnit {
  /// The document, in UTF-8.
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
