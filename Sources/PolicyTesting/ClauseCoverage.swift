import PolicyEngine

/// How tests have seen one judging clause of a rule.
package struct ClauseCoverage: Sendable {
  /// The clause's word, such as `require`.
  package let name: String
  /// Whether a test saw it hold, with something to hold against.
  package private(set) var isSeenSatisfied = false
  /// Whether a test saw it broken.
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
