package import PolicyEngine

/// Which rules tests have seen pass and fail: a rule that no test has seen failing may never fail.
package struct PolicyTestCoverage: Sendable {
  /// One rule and how it was seen.
  package struct Entry: Sendable {
    /// `policy-id/rule-id`.
    package let rule: String
    /// Where it is declared.
    package let file: String
    /// The line in `file`, from 1.
    package let line: Int
    /// Whether a test saw it pass.
    package fileprivate(set) var isSeenPassing = false
    /// Whether a test saw it fail.
    package fileprivate(set) var isSeenFailing = false
    /// What it judges by, in the order of the report.
    package fileprivate(set) var clauses: [ClauseCoverage]
  }

  /// Every rule once, in the order declared, but for those that the program carries: their tests stand elsewhere.
  package private(set) var entries: [Entry] = []
  /// Which lines of functions were run.
  package var lines = LineCoverage()
  /// Which keys rules asked for.
  package private(set) var keys = KeyCoverage()
  /// The rules of policies that the program carries, which are not counted.
  package private(set) var carriedRules: Set<String> = []
  private var positions: [String: Int] = [:]

  /// Nothing seen of nothing.
  package init() {}

  /// Adds the rules of a program; one that is known, by where it stands, is not added again.
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

  /// Takes down what a test of `program` saw.
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

  /// Takes down what tests elsewhere saw, such as on another thread.
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

  /// Of the two ways each rule can go, the share that was seen, in whole percent, rounded down; 100 without rules.
  package var percent: Int {
    let seen = entries.reduce(0) { $0 + ($1.isSeenPassing ? 1 : 0) + ($1.isSeenFailing ? 1 : 0) }
    return entries.isEmpty ? 100 : seen * 100 / (entries.count * 2)
  }

  /// The same for the clauses, each satisfied and violated.
  package var clausePercent: Int {
    let clauses = entries.flatMap(\.clauses)
    let seen = clauses.reduce(0) { $0 + ($1.isSeenSatisfied ? 1 : 0) + ($1.isSeenViolated ? 1 : 0) }
    return clauses.isEmpty ? 100 : seen * 100 / (clauses.count * 2)
  }
}
