package import PolicySchema
import Parameters
import PolicyObjects
package import Basics
package import Reports
import StandardPolicies

package final class Rule {
  /// `policy-id/rule-id`.
  package let id: String
  package let policy: String
  package let localID: String
  private let source: RuleTexts.Source
  /// As changed by the including policy, if any.
  package private(set) var severity: Severity
  package let applicability: Applicability
  package let clauses: [any Clause]
  let recorded: Recorded?
  package let examples: RuleExamples
  package let formerIDs: [String]
  package private(set) var adjustment: RuleAdjustment?
  /// Before this day the rule does not apply.
  package let since: CalendarDate?
  /// Before this day its findings are warnings at most.
  package let denyFrom: CalendarDate?
  package let declared: SourceLocation

  init(
    policy: String, localID: String, severity: Severity, texts: RuleTexts.Source, applicability: Applicability,
    clauses: [any Clause] = [],
    recorded: Recorded? = nil, examples: RuleExamples = RuleExamples(), formerIDs: [String], since: CalendarDate?,
    denyFrom: CalendarDate?, declared: SourceLocation
  ) {
    (id, self.policy, self.localID) = ("\(policy)/\(localID)", policy, localID)
    (self.severity, source, self.formerIDs) = (severity, texts, formerIDs)
    (self.applicability, self.clauses, self.recorded, self.examples) = (applicability, clauses, recorded, examples)
    (self.since, self.denyFrom, self.declared) = (since, denyFrom, declared)
  }

  package var texts: RuleTexts {
    switch source {
    case .given(let texts): texts
    case .recorded(let recorded): recorded.texts
    }
  }

  package func changed(_ applicability: Applicability, _ clauses: [any Clause]) -> Rule {
    let rule = Rule(
      policy: policy, localID: localID, severity: severity, texts: source, applicability: applicability,
      clauses: clauses, recorded: recorded, examples: examples,
      formerIDs: formerIDs, since: since, denyFrom: denyFrom, declared: declared)
    rule.adjust(adjustment)
    return rule
  }

  func adjust(_ adjustment: RuleAdjustment?) {
    self.adjustment = adjustment
    if let severity = adjustment?.severity { self.severity = severity }
  }
}

extension Rule {
  /// Whether a clause may give each finding a severity of its own.
  var setsSeverityPerFinding: Bool {
    clauses.contains { type(of: $0).setsSeverity }
      || Self.clauseTypes.contains { $0.setsSeverity && recorded?.clauses.contains($0.field) == true }
  }

  struct Recorded {
    let file: Int
    let clauses: [String]
    /// Whether its file declares parameters, whose values must be known when policies have loaded.
    let hasParameters: Bool

    /// Clauses that must be known before any bundle is checked.
    private static let early: Set = ["increases", "unchanged", "budget", "checker", "custom_keys", "across"]

    var isEarly: Bool { hasParameters || !Self.early.isDisjoint(with: clauses) }
  }

  var reported: FindingRule {
    FindingRule(
      id: id, severity: severity, ceiling: adjustment.flatMap { $0.isCeiling ? $0.severity : nil }, help: source.help,
      declared: declared, overridden: adjustment?.declared)
  }

  var title: String { "\(clauses.first is MeasureClause ? "measure" : "rule") '\(localID)'" }

  /// Tells rules apart over several programs that may have loaded the same file.
  package var place: String { "\(declared.file):\(declared.line):\(id)" }
}

extension RuleDescription {
  init(_ rule: Rule, _ parameters: [Parameter]) {
    let texts = rule.texts
    let isCarried = StandardPolicies.carries(rule.declared.file)
    self.init(
      id: rule.id, summary: texts.summary, severity: rule.severity, rationale: texts.rationale, sources: texts.sources,
      help: texts.help, tags: texts.tags, formerIDs: rule.formerIDs,
      appliesTo: rule.applicability.descriptions + Self.days(rule),
      asks: rule.clauses.map(\.summary).filter { !$0.isEmpty },
      examples: isCarried ? nil : (rule.examples.pass.count, rule.examples.fail.count),
      parameters: parameters.filter { $0.policy == rule.policy }.map { ParameterDescription($0) },
      declared: rule.declared)
  }

  private static func days(_ rule: Rule) -> [String] {
    [
      rule.adjustment.map { adjustment in
        let place = "(\(adjustment.declared.file):\(adjustment.declared.line))"
        return adjustment.because.map { "to nothing: \($0) \(place)" }
          ?? "with the severity of an including policy \(place)"
      }, rule.since.map { "from \($0.text) on" }, rule.denyFrom.map { "as a warning until \($0.text)" },
    ].compactMap { $0 }
  }
}
