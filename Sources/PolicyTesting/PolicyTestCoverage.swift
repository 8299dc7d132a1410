import Basics
import Bundles
import LuaRuntime
package import PolicyEngine
import Reports

/// The rules that tests have seen pass and fail: a rule that has never failed in a test may be unable to fail.
package struct PolicyTestCoverage: Sendable {
  package struct Entry: Sendable {
    package let rule: String
    package let file: String
    package let line: Int
    package fileprivate(set) var isSeenPassing = false
    package fileprivate(set) var isSeenFailing = false
    package fileprivate(set) var clauses: [ClauseCoverage]
  }

  /// Every rule once, in the order declared, without the included standard policies, which have their own tests.
  package private(set) var entries: [Entry] = []
  package var lines = LineCoverage()
  package private(set) var keys = KeyCoverage()
  /// The rules of standard policies, which are not counted.
  package private(set) var carriedRules: Set<String> = []
  private var positions: [String: Int] = [:]

  package init() {}

  /// Adds the rules of a program. A rule that is already known by its place is not added again.
  package mutating func add(_ program: PolicyProgram) {
    for rule in program.rules {
      if PolicyFiles.isForeign(rule.declared.file) {
        carriedRules.insert(rule.id)
        continue
      }
      let place = rule.place
      if positions[place] == nil {
        positions[place] = entries.count
        entries.append(
          Entry(
            rule: rule.id, file: rule.declared.file, line: rule.declared.line,
            clauses: rule.clauses.map { ClauseCoverage($0) }))
      }
    }
  }

  package mutating func add(_ result: PolicyTestResult, of program: PolicyProgram) {
    for rule in program.rules {
      guard let status = result.statuses[rule.id], let at = positions[rule.place]
      else {
        continue
      }
      if status == .pass { entries[at].isSeenPassing = true }
      if status == .fail || status == .waived { entries[at].isSeenFailing = true }
      for explanation in result.observation?.explanations[rule.id] ?? [] {
        for (number, clause) in explanation.clauses.enumerated() where number < entries[at].clauses.count {
          entries[at].clauses[number].add(clause.outcome)
        }
      }
    }
    if let observation = result.observation { keys.add(observation) }
  }

  package mutating func merge(_ other: PolicyTestCoverage) {
    for entry in other.entries {
      let place = "\(entry.file):\(entry.line):\(entry.rule)"
      if let at = positions[place] {
        if entry.isSeenPassing { entries[at].isSeenPassing = true }
        if entry.isSeenFailing { entries[at].isSeenFailing = true }
        for (number, clause) in zip(entries[at].clauses.indices, entry.clauses) {
          entries[at].clauses[number].merge(clause)
        }
      } else {
        positions[place] = entries.count
        entries.append(entry)
      }
    }
    carriedRules.formUnion(other.carriedRules)
    lines.merge(other.lines)
    keys.merge(other.keys)
  }

  /// The percentage of results seen, of two for each rule (pass and fail), rounded down; 100 without rules.
  package var percent: Int {
    let seen = entries.reduce(0) { $0 + ($1.isSeenPassing ? 1 : 0) + ($1.isSeenFailing ? 1 : 0) }
    return entries.isEmpty ? 100 : seen * 100 / (entries.count * 2)
  }

  /// The percentage of results seen, of two for each clause (satisfied and violated), rounded down.
  package var clausePercent: Int {
    let clauses = entries.flatMap(\.clauses)
    let seen = clauses.reduce(0) { $0 + ($1.isSeenSatisfied ? 1 : 0) + ($1.isSeenViolated ? 1 : 0) }
    return clauses.isEmpty ? 100 : seen * 100 / (clauses.count * 2)
  }
}

package struct ClauseCoverage: Sendable {
  /// The clause's word, such as `require`.
  package let name: String
  package private(set) var isSeenSatisfied = false
  package private(set) var isSeenViolated = false

  init(_ clause: any Clause) { name = clause.name }

  mutating func merge(_ other: ClauseCoverage) {
    if other.isSeenSatisfied { isSeenSatisfied = true }
    if other.isSeenViolated { isSeenViolated = true }
  }

  mutating func add(_ outcome: RuleExplanation.Clause.Outcome) {
    switch outcome {
    case .satisfied: isSeenSatisfied = true
    case .violated: isSeenViolated = true
    case .vacuous, .notApplicable: break
    }
  }
}

/// The keys of the Info.plists in tests that no rule reads.
///
/// A key counts as governed once a rule, in any test, has read it, the unqualified key of one of its variants, or a value
/// in it, by name. Iterating over all keys does not count: a single such rule would govern everything.
package struct KeyCoverage: Sendable {
  private var keys: Set<String> = []
  private var asked: Set<String> = []

  mutating func add(_ observation: PolicyTestObservation) {
    keys.formUnion(observation.keys)
    for explanation in observation.explanations.values.joined() { asked.formUnion(explanation.infoKeys) }
  }

  mutating func merge(_ other: KeyCoverage) {
    keys.formUnion(other.keys)
    asked.formUnion(other.asked)
  }

  package var count: Int { keys.count }

  /// The keys that no rule reads, ordered by bytes.
  package var ungoverned: [String] {
    keys.filter { !asked.contains($0) && !asked.contains(QualifiedKey.split($0).base) }
      .sortedByBytes()
  }
}

/// The lines of the policies' functions that tests have run. Lines outside functions run whenever a policy loads, and prove nothing.
package struct LineCoverage: Sendable {
  package struct File: Sendable {
    package let path: String
    /// Lines with code of functions and the number of runs of each, ascending. If functions share a line, the lowest number.
    package let lines: [(number: Int, runs: UInt64)]

    /// The lines never run, as ranges.
    package var gaps: [ClosedRange<Int>] {
      var gaps: [ClosedRange<Int>] = []
      // A range includes lines without code.
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

  /// Adds the runs in a program that was loaded with `coversLines`; the sum for a file that several programs load.
  package mutating func add(_ program: PolicyProgram) {
    guard let lines = program.coveredLines else { return isKnown = false }
    for line in lines
    where !program.testFiles.contains(line.file) && !PolicyFiles.isForeign(line.file) {
      add(line.runs, at: Position(function: line.function, line: line.line), in: line.file)
    }
  }

  private mutating func add(_ count: UInt64, at position: Position, in file: String) {
    let sum = runs[file, default: [:]][position, default: 0].addingReportingOverflow(count)
    runs[file, default: [:]][position] = sum.overflow ? .max : sum.partialValue
  }

  package mutating func merge(_ other: LineCoverage) {
    isKnown = isKnown && other.isKnown
    for (file, positions) in other.runs {
      for (position, count) in positions { add(count, at: position, in: file) }
    }
  }

  package var files: [File] {
    runs.sorted(byBytesOf: \.key).map { path, positions in
      var lines: [Int: UInt64] = [:]
      for (position, runs) in positions { lines[position.line] = min(lines[position.line] ?? .max, runs) }
      return File(path: path, lines: lines.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
  }
}
