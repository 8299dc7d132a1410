import Bundles
import LuaRuntime
import PolicyEngine
import PolicyTesting

/// What mutation testing knows of a clause. One that is not known is left out as a whole.
protocol MutableClause: Clause {
  /// Adds the faults it can have: each the least that its field allows, for whoever notices that notices greater ones.
  func addMutants(to mutants: inout RuleMutants, at position: Int)

  /// Changes of bundles that break what it asks: the suggestions for tests are looked for among them.
  var violations: [FixtureEdit] { get }

  /// Adds the faults of a bundle that concern what it names.
  func addFaults(to mutants: inout DataMutants)

  /// Gives a bundle the keys that it asks for.
  func complete(_ fixture: inout Fixture)
}

extension MutableClause {
  func complete(_ fixture: inout Fixture) {}

  /// Itself with something changed.
  func with(_ change: (inout Self) -> Void) -> Self {
    var clause = self
    change(&clause)
    return clause
  }
}

extension CheckerClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    mutants.add("the checker is left out", name, at: position, RequireClause([]), hints: [])
  }

  var violations: [FixtureEdit] { [] }

  func addFaults(to mutants: inout DataMutants) { mutants.mutateWhatIsRead() }
}

extension CheckClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    // Of a function whose source is there, each report is dropped in turn.
    if mutants.hasSource { return }
    mutants.add("'check' is left out", name, at: position, RequireClause([]), hints: [])
  }

  var violations: [FixtureEdit] { [] }

  func addFaults(to mutants: inout DataMutants) { mutants.mutateWhatIsRead() }
}
