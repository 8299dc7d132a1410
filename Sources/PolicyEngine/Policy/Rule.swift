package import Bundles
package import LuaRuntime

package struct Rule {
  /// `policy-id/rule-id`.
  package let id: String
  /// The part after the slash, which the policy wrote.
  package let localID: String
  let summary: String
  /// That of the including policy, where that changes it.
  package var severity: Severity
  package let rationale: String?
  let sources: [String]
  let help: String?
  let tags: [String]
  package var applicability: Applicability
  package var clauses: [any Clause]
  /// Descriptions of bundles that pass and that fail.
  package var examples = RuleExamples()
  /// Full ids that it had before, by which it is still found.
  package var formerIDs: [String] = []
  /// What an including policy changed.
  package var adjustment: RuleAdjustment?
  /// Before this day the rule does not apply.
  package var since: CalendarDate?
  /// Before this day its findings are warnings at most.
  package var denyFrom: CalendarDate?
  package let declared: SourceLocation
}

extension Rule {
  package var policy: String { String(id.prefix { $0 != "/" }) }

  /// Whether it says of each finding how bad that is.
  var saysItself: Bool { clauses.contains { type(of: $0).setsSeverity } }

  /// Tells rules apart over several programs that may have loaded the same file.
  package var place: String { "\(declared.file):\(declared.line):\(id)" }
}

/// Bundles that show what a rule is about.
package struct RuleExamples {
  package var pass: [LuaValue] = []
  package var fail: [LuaValue] = []
}

/// Which bundles a rule is for. Nil and empty members do not restrict.
package struct Applicability {
  package var kinds: [String] = []
  package var platforms: [String] = []
  package var nested: Bool?
  package var minimumOSFrom: Version?
  package var minimumOSBelow: Version?
  package var condition: LuaFunction?
}

/// What a policy says of one of its rules, for reading.
public struct RuleDescription: Sendable {
  /// `policy-id/rule-id`.
  public let id: String
  /// What must hold.
  public let summary: String
  /// How bad it is when it doesn't.
  public let severity: Severity
  /// Why, when the policy says so.
  public let rationale: String?
  /// The documents that it rests on.
  public let sources: [String]
  /// Where to read more.
  public let help: String?
  /// Words of the policy's own.
  public let tags: [String]
  /// Ids that it had before, by which it is still found.
  public let formerIDs: [String]
  /// Which bundles it is for, one restriction a line; empty when it is for all.
  public let appliesTo: [String]
  /// What it asks, one clause a line.
  public let asks: [String]
  /// How many bundles it gives that pass and that fail; nil of a rule that the program carries, without its examples.
  public let examples: (pass: Int, fail: Int)?
  /// The parameters of its policy.
  public let parameters: [ParameterDescription]
  /// Where it is declared.
  public let declared: SourceLocation

  /// A rule of a report that was read.
  init(
    id: String, summary: String, severity: Severity, rationale: String?, sources: [String], help: String?,
    tags: [String], formerIDs: [String], appliesTo: [String], asks: [String], examples: (pass: Int, fail: Int)?,
    declared: SourceLocation
  ) {
    self.id = id
    self.summary = summary
    self.severity = severity
    self.rationale = rationale
    self.sources = sources
    self.help = help
    self.tags = tags
    self.formerIDs = formerIDs
    self.appliesTo = appliesTo
    self.asks = asks
    self.examples = examples
    parameters = []
    self.declared = declared
  }

  init(_ rule: Rule, _ parameters: [Parameter]) {
    id = rule.id
    summary = rule.summary
    severity = rule.severity
    rationale = rule.rationale
    sources = rule.sources
    help = rule.help
    tags = rule.tags
    formerIDs = rule.formerIDs
    appliesTo = rule.applicability.descriptions + Self.days(rule)
    asks = rule.clauses.map(\.summary)
    let isCarried = StandardPolicySource.carries(rule.declared.file)
    examples = isCarried ? nil : (rule.examples.pass.count, rule.examples.fail.count)
    self.parameters = parameters.filter { $0.policy == rule.policy }.map { ParameterDescription($0) }
    declared = rule.declared
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

extension PolicyProgram {
  /// Every rule, in the order declared.
  public var descriptions: [RuleDescription] { rules.map { RuleDescription($0, parameters) } }
}

extension Applicability {
  fileprivate var descriptions: [String] {
    var lines: [String] = []
    if !kinds.isEmpty { lines.append("kind: \(kinds.joined(separator: ", "))") }
    if !platforms.isEmpty { lines.append("platform: \(platforms.joined(separator: ", "))") }
    if let nested { lines.append(nested ? "nested bundles" : "the outer bundle") }
    if let minimumOSFrom { lines.append("minimum system \(minimumOSFrom.text) or later") }
    if let minimumOSBelow { lines.append("minimum system below \(minimumOSBelow.text)") }
    if condition != nil { lines.append("bundles for which 'when' returns true") }
    return lines
  }
}
