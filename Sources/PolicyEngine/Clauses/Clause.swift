import Bundles
package import PolicySchema
package import LuaRuntime
package import Reports

/// A kind of requirement: a field of a rule, and how it is read, evaluated and explained.
///
/// Each clause has a file in this folder and an entry in `Rule.clauseTypes`. Linting and mutation testing can extend it in
/// their own targets, but do not need to.
package protocol Clause: SendableMetatype {
  static var definition: APIField { get }
  static var companions: [APIField] { get }
  static var table: APIClass? { get }

  /// Reads it from the table of a rule; nil if the rule does not have it.
  static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self?

  /// Finds violations. Findings from before an error are kept.
  func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome

  var summary: String { get }

  func satisfaction(in context: ClauseContext) -> String

  func violation(findings: Int, in context: ClauseContext) -> String

  static var setsSeverity: Bool { get }

  var keys: [String] { get }

  var requiredKeys: [String] { get }

  /// Whether it may report a finding about the value of Info.plist at this path of keys and positions.
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

  package var name: String { Self.field }
}

package enum ClauseOutcome {
  /// It is satisfied if it found nothing.
  case evaluated
  /// It is satisfied, because there was nothing to compare with.
  case nothingEvaluated(String)
  /// It could not be evaluated; the rule is then not applicable, unless another clause was evaluated.
  case notApplicable(String)
  /// It is evaluated once all bundles have been checked, with the value that it collected from this one.
  case collected(CollectedValue?)
  case failed(EngineError)
}

extension RuleExplanation.Clause {
  /// Returns nil if evaluation failed: the rule's error explains it.
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
