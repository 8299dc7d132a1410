internal import Basics
package import PolicyEngine
package import PolicyTesting

/// The results of a policy's tests for people.
package enum PolicyTestText {
  /// What failed, each with its place, and the counts. With `isVerbose` what passed, too.
  ///
  /// Only the ends of lines are ours: whatever comes from outside is escaped where it is added.
  package static func render(
    _ results: [PolicyTestResult], errors: [EngineError], isVerbose: Bool
  ) -> String {
    var text = ""
    for result in results where isVerbose || !result.problems.isEmpty {
      let test = result.testCase
      let word = result.isBroken ? "ERROR" : result.problems.isEmpty ? "passed" : "FAILED"
      text += TerminalText.line("\(test.file):\(test.line): \(word): \(test.name)") + "\n"
      for line in result.problems + result.details { text += TerminalText.line("    " + line) + "\n" }
    }
    for error in errors {
      text += TerminalText.line(DiagnosticLine.render(error)) + "\n"
      for line in error.trace?.detailLines ?? [] { text += TerminalText.line(line) + "\n" }
      if let hint = error.hint { text += TerminalText.escape("    fix       \(hint)") + "\n" }
    }
    let broken = results.count(where: \.isBroken)
    let failed = results.count { !$0.problems.isEmpty } - broken
    if !text.isEmpty { text += "\n" }
    // Of tests that were never come to nothing is known.
    if results.isEmpty, !errors.isEmpty { return text + "INCOMPLETE: no test ran\n" }
    text += errors.isEmpty ? "" : "INCOMPLETE: "
    text += "\(results.count - failed - broken) passed, \(failed) failed"
    if broken > 0 { text += ", \(broken) could not be run" }
    return text + (errors.isEmpty ? "\n" : "; see the errors above\n")
  }

  /// Line by line: the ends of lines are ours.
  static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { TerminalText.line(String($0)) }
      .joined(separator: "\n")
  }

  /// Which rules have not been seen passing or failing, and the share of those that have.
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
