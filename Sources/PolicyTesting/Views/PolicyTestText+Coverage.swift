import Basics
import Presentation
package import Reports

// The coverage of clauses, lines and keys.
extension PolicyTestText {
  /// The most keys that are listed; further ones are counted.
  private static let keyLimit = 30

  /// The gaps, one per line.
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
