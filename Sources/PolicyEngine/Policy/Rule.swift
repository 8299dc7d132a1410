import PolicyObjects
package import Basics
package import Reports
import StandardPolicies

package struct Rule {
  /// `policy-id/rule-id`.
  package let id: String
  /// The part after the slash.
  package let localID: String
  let summary: String
  /// As changed by the including policy, if any.
  package var severity: Severity
  package let rationale: String?
  let sources: [String]
  let help: String?
  let tags: [String]
  package var applicability: Applicability
  package var clauses: [any Clause]
  var recorded: Recorded?
  package var examples = RuleExamples()
  /// Full ids that it had before, by which it is still found.
  package var formerIDs: [String] = []
  /// The change by an including policy.
  package var adjustment: RuleAdjustment?
  /// Before this day the rule does not apply.
  package var since: CalendarDate?
  /// Before this day its findings are warnings at most.
  package var denyFrom: CalendarDate?
  package let declared: SourceLocation
}

extension Rule {
  package var policy: String { id.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(id[..<$0]) } ?? id }

  /// Whether a clause may give each finding a severity of its own.
  var setsSeverityPerFinding: Bool {
    clauses.contains { type(of: $0).setsSeverity }
      || Self.clauseTypes.contains { $0.setsSeverity && recorded?.clauses.contains($0.field) == true }
  }

  /// The build's record of a rule, in addition to its declaration.
  struct Recorded {
    /// The position of its file in the list of standard policies' files.
    let file: Int
    /// The words of its clauses.
    let clauses: [String]
    /// Whether its `applies` has conditions that are not recorded.
    let hasOtherConditions: Bool

    /// Clauses that must be known before any bundle is checked.
    private static let early: Set = ["increases", "checker", "custom_keys", "across"]

    var isEarly: Bool { !Self.early.isDisjoint(with: clauses) }
  }

  var reported: FindingRule {
    FindingRule(
      id: id, severity: severity, ceiling: adjustment.flatMap { $0.isCeiling ? $0.severity : nil }, help: help,
      declared: declared, overridden: adjustment?.declared)
  }

  /// Tells rules apart over several programs that may have loaded the same file.
  package var place: String { "\(declared.file):\(declared.line):\(id)" }
}

extension RuleDescription {
  init(_ rule: Rule, _ parameters: [Parameter]) {
    let isCarried = StandardPolicies.carries(rule.declared.file)
    self.init(
      id: rule.id, summary: rule.summary, severity: rule.severity, rationale: rule.rationale, sources: rule.sources,
      help: rule.help, tags: rule.tags, formerIDs: rule.formerIDs,
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
