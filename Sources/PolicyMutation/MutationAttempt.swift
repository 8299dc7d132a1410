import PolicyTesting
import PolicyEngine

/// A fault that was tried.
struct MutationAttempt {
  /// What is needed to try it again.
  enum Fault {
    /// In what the rule at a position of the program declares.
    case clause(RuleMutant, position: Int)
    /// In a function that these rules call.
    case code(SourceMutant, [Rule], isShared: Bool)
    /// In a bundle that the rule passes.
    case data(Rule, Fixture)
  }

  let mutant: Mutant
  let fault: Fault
}
