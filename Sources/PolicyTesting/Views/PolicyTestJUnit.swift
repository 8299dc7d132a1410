import Presentation
package import Reports

/// The results of a policy's tests as JUnit XML. It has no times, so the same tests give the same bytes.
package enum PolicyTestJUnit {
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
    // The schema has no attributes for the place of a test.
    let all = (["\(test.file):\(test.line)"] + result.problems + result.details).joined(separator: "\n")
    let element = result.isBroken ? "error" : "failure"
    text +=
      ">\n      <\(element) message=\"\(XMLText.text(first))\">\(XMLText.text(all))</\(element)>\n    </testcase>\n"
  }
}
