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
    let (failed, broken) = PolicyTestJUnit.counts(results)
    if !text.isEmpty { text += "\n" }
    // Nothing is known about tests that were not run.
    if results.isEmpty, !errors.isEmpty { return text + "INCOMPLETE: no test ran\n" }
    text += errors.isEmpty ? "" : "INCOMPLETE: "
    text += "\(results.count - failed - broken) passed, \(failed) failed"
    if broken > 0 { text += ", \(broken) could not be run" }
    return text + (errors.isEmpty ? "\n" : "; see the errors above\n")
  }

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

// The coverage of clauses, lines and keys.
extension PolicyTestText {
  /// The most keys that are listed; further ones are counted.
  private static let keyLimit = 30

  static func gaps(_ coverage: PolicyTestCoverage) -> String {
    var text = ""
    for entry in coverage.entries {
      for clause in entry.clauses {
        // The rule's own line suffices if it has only one clause.
        let hasOneClause = entry.clauses.count == 1
        let gaps = [
          clause.isSeenSatisfied || (hasOneClause && !entry.isSeenPassing) ? nil : "satisfied",
          clause.isSeenViolated || (hasOneClause && !entry.isSeenFailing) ? nil : "violated",
        ].compactMap { $0 }
        if gaps.isEmpty { continue }
        text += "\(entry.file):\(entry.line): \(entry.rule): no test shows its '\(clause.name)' "
        text += gaps.joined(separator: " or ") + "\n"
      }
    }
    for file in coverage.lines.files where !file.gaps.isEmpty {
      text += "\(file.path):\(file.gaps.map(text(of:)).joined(separator: ",")): never run\n"
    }
    return text
  }

  private static func text(of range: ClosedRange<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
  }

  /// One line each for clauses, lines and keys.
  static func totals(_ coverage: PolicyTestCoverage) -> String {
    let clauses = coverage.entries.reduce(0) { $0 + $1.clauses.count }
    var text = "    clauses   \(coverage.clausePercent)% (\(counted(clauses, "clause")), each satisfied and violated)\n"
    let lines = coverage.lines.files.flatMap(\.lines)
    let run = lines.count { $0.runs > 0 }
    if !coverage.lines.isKnown {
      text += "    lines     unknown: bundlepolicy does not know the bytecode of this version of Lua\n"
    } else if lines.isEmpty {
      text += "    lines     none: the policies have no functions\n"
    } else {
      text += "    lines     \(run * 100 / lines.count)% (\(run) of \(counted(lines.count, "line")) in functions)\n"
    }
    let keys = coverage.keys.ungoverned
    let all = counted(coverage.keys.count, "key") + " in the tests' Info.plists"
    if keys.isEmpty {
      text += "    keys      rules read all of \(all)"
    } else {
      text += "    keys      \(keys.count) of \(all) \(keys.count == 1 ? "is" : "are") read by no rule: "
      text += keys.prefix(keyLimit).joined(separator: ", ")
      if keys.count > keyLimit { text += ", and \(keys.count - keyLimit) more" }
    }
    return text + "\n"
  }
}

/// The coverage of lines as an LCOV tracefile (its geninfo(1)), which CI systems and editors read.
package enum PolicyTestLCOV {
  /// The file, in UTF-8: a record for each source with functions. The same runs give the same bytes.
  package static func render(_ coverage: LineCoverage) -> [UInt8] {
    var text = ""
    for file in coverage.files {
      text += "TN:\nSF:\(TerminalText.escape(file.path))\n"
      for (number, runs) in file.lines { text += "DA:\(number),\(runs)\n" }
      text += "LF:\(file.lines.count)\nLH:\(file.lines.count { $0.runs > 0 })\nend_of_record\n"
    }
    return Array(text.utf8)
  }

  package static let unknown = EngineError(
    code: "test.coverage", message: "line coverage is not available: the bytecode of this version of Lua is unknown",
    hint: "build bundlepolicy with Lua 5.4, or leave --lcov out")
}

/// The results of a policy's tests as JUnit XML. It has no times, so the same tests give the same bytes.
package enum PolicyTestJUnit {
  /// `placesCases`: whether each test has its own file and line, for which the schema has no attributes.
  package static func render(
    _ results: [PolicyTestResult], errors: [EngineError], placesCases: Bool = false
  ) -> [UInt8] {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(attributes(results, errors.count))>\n"
    for (name, results) in results.grouped(by: \.testCase.group) {
      text += "  <testsuite name=\"\(XMLText.text(name))\" \(attributes(results))"
      if !placesCases { text += " file=\"\(XMLText.text(results.first?.testCase.file ?? ""))\"" }
      text += ">\n"
      for result in results { write(result, isPlaced: placesCases, &text) }
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

  static func counts(_ results: [PolicyTestResult]) -> (failed: Int, broken: Int) {
    let broken = results.count(where: \.isBroken)
    return (results.count { !$0.problems.isEmpty } - broken, broken)
  }

  private static func attributes(_ results: [PolicyTestResult], _ errors: Int = 0) -> String {
    let (failed, broken) = counts(results)
    return "tests=\"\(results.count + errors)\" failures=\"\(failed)\" errors=\"\(errors + broken)\""
  }

  private static func write(_ result: PolicyTestResult, isPlaced: Bool, _ text: inout String) {
    let test = result.testCase
    text += "    <testcase classname=\"\(XMLText.text(test.group))\" name=\"\(XMLText.text(test.name))\""
    if isPlaced { text += " file=\"\(XMLText.text(test.file))\" line=\"\(test.line)\"" }
    guard let first = result.problems.first else { return text += "/>\n" }
    let problems = isPlaced ? [] : ["\(test.file):\(test.line)"] + result.problems
    let all = (problems + result.details).joined(separator: "\n")
    let element = result.isBroken ? "error" : "failure"
    text +=
      ">\n      <\(element) message=\"\(XMLText.text(first))\">\(XMLText.text(all))</\(element)>\n    </testcase>\n"
  }
}
