import Bundles
package import PolicySchema
package import LuaRuntime
package import Reports

/// One sort of requirement: its field of a rule, and how it is read, evaluated and explained.
///
/// A clause is one file of this folder and an entry of `Rule.clauseTypes`. Linting and mutation testing add what they know of it in
/// their own targets, and get by without.
package protocol Clause: SendableMetatype {
  /// Its field of a rule, which names it in explanations.
  static var definition: APIField { get }
  /// Fields of a rule that mean nothing without it.
  static var companions: [APIField] { get }
  /// The table that its field takes; nil for none.
  static var table: APIClass? { get }

  /// Reads it from the table of a rule; nil when the rule does not have it.
  static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self?

  /// Finds what does not meet it. What was found before an error stands.
  func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome

  /// What it asks, for people.
  var summary: String { get }

  /// Why it is satisfied on the bundle that it was evaluated on.
  func satisfaction(in context: ClauseContext) -> String

  /// What is wrong with the bundle that it was evaluated on, in one phrase.
  func violation(findings: Int, in context: ClauseContext) -> String

  /// Whether it says of each finding how bad that is.
  static var setsSeverity: Bool { get }

  /// Top-level keys of Info.plist that it names.
  var keys: [String] { get }

  /// Those of them that must be there.
  var requiredKeys: [String] { get }

  /// Whether it may report something about the value of Info.plist that these keys and positions lead to.
  func mayReport(at steps: [String]) -> Bool
}

extension Clause {
  package static var companions: [APIField] { [] }
  package static var table: APIClass? { nil }
  static var field: String { definition.name }
  package static var setsSeverity: Bool { false }
  package var keys: [String] { requiredKeys }
  package var requiredKeys: [String] { [] }
  package func mayReport(at steps: [String]) -> Bool { true }

  /// The word of the policy language.
  package var name: String { Self.field }
}

package enum ClauseOutcome {
  /// It is satisfied if it found nothing.
  case evaluated
  /// It is satisfied, because there was nothing to compare with.
  case nothingEvaluated(String)
  /// It could not be evaluated; the rule is then not applicable, unless another clause of it was.
  case notApplicable(String)
  /// It is evaluated once all bundles have been checked, with what it collected of this one.
  case collected(CollectedValue?)
  /// An error, which ends the rule.
  case failed(EngineError)
}

extension RuleExplanation.Clause {
  /// What a clause came to, and why. Nil for an error: that of the rule tells.
  init?(_ clause: any Clause, _ outcome: ClauseOutcome, findings: Int, in context: ClauseContext) {
    switch outcome {
    case .notApplicable(let why): self.init(name: clause.name, outcome: .notApplicable, because: why)
    case .nothingEvaluated(let why) where findings == 0: self.init(name: clause.name, outcome: .vacuous, because: why)
    case .evaluated, .nothingEvaluated:
      self.init(
        name: clause.name, outcome: findings == 0 ? .satisfied : .violated,
        because: findings == 0
          ? clause.satisfaction(in: context) : clause.violation(findings: findings, in: context))
    case .collected, .failed: return nil
    }
  }
}
