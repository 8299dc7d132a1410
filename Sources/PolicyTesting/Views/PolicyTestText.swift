internal import Basics
import Presentation
package import Reports

package enum PolicyTestText {
  /// The failures, each with its place, and the counts; with `isVerbose`, also the tests that passed.
  /// Control characters in text from outside are escaped where it is added.
  package static func render(
    _ results: [PolicyTestResult], errors: [EngineError], isVerbose: Bool, isColored: Bool = false
  ) -> String {
    var out = TerminalText(isColored: isColored)
    for result in results where isVerbose || !result.problems.isEmpty {
      let test = result.testCase
      out.add("\(test.file):\(test.line): ")
      if result.isBroken {
        out.add("ERROR", .bold, .red)
      } else if result.problems.isEmpty {
        out.add("passed", .green)
      } else {
        out.add("FAILED", .bold, .red)
      }
      out.add(": \(test.name)")
      out.newLine()
      for line in result.problems + result.details {
        out.add("    " + line)
        out.newLine()
      }
    }
    for error in errors { DiagnosticLine.write(error, details: [.trace, .fix], to: &out) }
    var text = out.text
    let broken = results.count(where: \.isBroken)
    let failed = results.count { !$0.problems.isEmpty } - broken
    if !text.isEmpty { text += "\n" }
    // Nothing is known about tests that were not run.
    if results.isEmpty, !errors.isEmpty { return text + "INCOMPLETE: no test ran\n" }
    text += errors.isEmpty ? "" : "INCOMPLETE: "
    text += "\(results.count - failed - broken) passed, \(failed) failed"
    if broken > 0 { text += ", \(broken) could not be run" }
    return text + (errors.isEmpty ? "\n" : "; see the errors above\n")
  }

  /// Escapes each line: the line ends are the program's.
  static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { TerminalText.line(String($0)) }
      .joined(separator: "\n")
  }

  /// The rules without a passing or failing test, and the percentage of the others.
  package static func render(_ coverage: PolicyTestCoverage) -> String {
    var text = ""
    for entry in coverage.entries {
      let unseen = [entry.isSeenPassing ? nil : "passing", entry.isSeenFailing ? nil : "failing"].compactMap { $0 }
      if unseen.isEmpty { continue }
      let fields = [entry.isSeenPassing ? nil : "examples.pass", entry.isSeenFailing ? nil : "examples.fail"]
      text += "\(entry.file):\(entry.line): no test shows \(entry.rule) \(unseen.joined(separator: " or "))\n"
      text += "    fix       add a bundle to \(fields.compactMap { $0 }.joined(separator: " and to "))\n"
    }
    text += gaps(coverage)
    text += "coverage: \(coverage.percent)% (\(counted(coverage.entries.count, "rule")), each passing and failing)\n"
    if !coverage.carriedRules.isEmpty {
      text +=
        "    not counted: \(counted(coverage.carriedRules.count, "built-in rule")) of the standard policies\n"
    }
    text += totals(coverage)
    return escaped(text)
  }
}
