import PolicyEngine
import Bundles

/// Which keys of the Info.plists in tests no rule asks for.
///
/// A key counts as governed once a rule, in any test, has asked for it, for one of its variants' unqualified key, or for something
/// in it, by name. That a rule went through all keys doesn't count: one such rule would govern everything.
package struct KeyCoverage: Sendable {
  private var keys: Set<String> = []
  private var asked: Set<String> = []

  /// Nothing seen.
  package init() {}

  /// Takes down what a test saw.
  mutating func add(_ observation: PolicyTestObservation) {
    keys.formUnion(observation.keys)
    for explanation in observation.explanations.values.joined() { asked.formUnion(explanation.infoKeys) }
  }

  /// Takes down what was seen elsewhere.
  mutating func merge(_ other: KeyCoverage) {
    keys.formUnion(other.keys)
    asked.formUnion(other.asked)
  }

  /// How many keys there are.
  package var count: Int { keys.count }

  /// Those that no rule asks for, by bytes.
  package var ungoverned: [String] {
    keys.filter { !asked.contains($0) && !asked.contains(QualifiedKey.split($0).base) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
