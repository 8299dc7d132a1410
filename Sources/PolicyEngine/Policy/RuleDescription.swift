import Bundles

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
  /// Where it is declared.
  public let declared: SourceLocation

  init(_ rule: Rule) {
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
  public var descriptions: [RuleDescription] { rules.map { RuleDescription($0) } }
}

extension Applicability {
  fileprivate var descriptions: [String] {
    var lines: [String] = []
    if !kinds.isEmpty { lines.append("kind: \(kinds.joined(separator: ", "))") }
    if !platforms.isEmpty { lines.append("platform: \(platforms.joined(separator: ", "))") }
    if let nested { lines.append(nested ? "nested bundles" : "the outer bundle") }
    if let minimumOSFrom { lines.append("minimum system \(minimumOSFrom.text) or later") }
    if let minimumOSBelow { lines.append("minimum system below \(minimumOSBelow.text)") }
    if condition != nil { lines.append("where its 'when' says so") }
    return lines
  }
}
