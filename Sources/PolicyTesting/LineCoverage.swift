package import PolicyEngine
import LuaRuntime

/// Which lines of the policies' functions tests have run. Lines outside functions run whenever a policy loads, and say nothing.
package struct LineCoverage: Sendable {
  /// The lines of one file.
  package struct File: Sendable {
    /// As given, or below the directory given.
    package let path: String
    /// Lines with code of functions and how often each was run, ascending. Where functions share a line, of the one run least.
    package let lines: [(number: Int, runs: UInt64)]

    /// The lines never run, as ranges.
    package var gaps: [ClosedRange<Int>] {
      var gaps: [ClosedRange<Int>] = []
      // A range goes on over lines without code.
      var isOpen = false
      for (number, runs) in lines {
        if runs > 0 {
          isOpen = false
        } else if isOpen, let last = gaps.popLast() {
          gaps.append(last.lowerBound...number)
        } else {
          gaps.append(number...number)
          isOpen = true
        }
      }
      return gaps
    }
  }

  private struct Position: Hashable {
    let function: Int
    let line: Int
  }

  private var runs: [String: [Position: UInt64]] = [:]
  /// Whether the lines of every program were known.
  package private(set) var isKnown = true

  /// Nothing run of nothing.
  package init() {}

  /// Adds what has been run in a program that was loaded with `coversLines`; of a file that several load, the sum.
  package mutating func add(_ program: PolicyProgram) {
    guard let lines = program.state.coveredLines else { return isKnown = false }
    for line in lines
    where !program.testFiles.contains(line.file) && !PolicyFiles.isForeign(line.file) {
      let position = Position(function: line.function, line: line.line)
      let sum = runs[line.file, default: [:]][position, default: 0].addingReportingOverflow(line.runs)
      runs[line.file, default: [:]][position] = sum.overflow ? .max : sum.partialValue
    }
  }

  /// Adds what was run elsewhere, such as on another thread.
  mutating func merge(_ other: LineCoverage) {
    isKnown = isKnown && other.isKnown
    for (file, positions) in other.runs {
      for (position, count) in positions {
        let sum = runs[file, default: [:]][position, default: 0].addingReportingOverflow(count)
        runs[file, default: [:]][position] = sum.overflow ? .max : sum.partialValue
      }
    }
  }

  /// The files with functions, by path.
  package var files: [File] {
    runs.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { path, positions in
      var lines: [Int: UInt64] = [:]
      for (position, runs) in positions { lines[position.line] = min(lines[position.line] ?? .max, runs) }
      return File(path: path, lines: lines.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
  }
}
