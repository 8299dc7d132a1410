package import StructuredText

/// The description of a rule.
public struct RuleDescription: Sendable {
  /// `policy-id/rule-id`.
  public let id: String
  /// The requirement.
  public let summary: String
  /// The severity of findings.
  public let severity: Severity
  /// The reason for the requirement, if declared.
  public let rationale: String?
  /// The documents that it is based on.
  public let sources: [String]
  /// A URL with more information.
  public let help: String?
  /// The tags.
  public let tags: [String]
  /// Former ids, by which it is still found.
  public let formerIDs: [String]
  /// The restrictions to some bundles; empty if the rule applies to all.
  public let appliesTo: [String]
  /// The summaries of its clauses.
  public let asks: [String]
  /// The numbers of passing and failing examples; nil for a built-in rule, whose examples are not included.
  public let examples: (pass: Int, fail: Int)?
  /// The parameters of its policy; empty for a rule from a report.
  public let parameters: [ParameterDescription]
  /// The place of the declaration.
  public let declared: SourceLocation

  package init(
    id: String, summary: String, severity: Severity, rationale: String?, sources: [String], help: String?,
    tags: [String], formerIDs: [String], appliesTo: [String], asks: [String], examples: (pass: Int, fail: Int)?,
    parameters: [ParameterDescription] = [], declared: SourceLocation
  ) {
    (self.id, self.summary, self.severity, self.rationale) = (id, summary, severity, rationale)
    (self.sources, self.help, self.tags, self.formerIDs) = (sources, help, tags, formerIDs)
    (self.appliesTo, self.asks, self.examples) = (appliesTo, asks, examples)
    (self.parameters, self.declared) = (parameters, declared)
  }
}

/// The description of a parameter of a policy.
public struct ParameterDescription: Sendable {
  /// The name.
  public let name: String
  /// The purpose, if declared.
  public let summary: String?
  /// The type, such as `string` or `map of integer`.
  public let type: String
  /// The place of the declaration.
  public let declared: SourceLocation
  private let allowedValues: [StructuredValue]?
  private let fallback: StructuredValue?

  package init(
    name: String, summary: String?, type: String, allowedValues: [StructuredValue]?, fallback: StructuredValue?,
    declared: SourceLocation
  ) {
    (self.name, self.summary, self.type) = (name, summary, type)
    (self.allowedValues, self.fallback, self.declared) = (allowedValues, fallback, declared)
  }

  /// A line with values as JSON: `channel: string, "beta" or "release", by default "beta"; which server`.
  public var text: String {
    var text = "\(name): \(type)"
    if let allowedValues { text += ", one of \(allowedValues.map(json).joined(separator: ", "))" }
    text += fallback.map { ", default \(json($0))" } ?? ", required"
    return text + (summary.map { "; \($0)" } ?? "")
  }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.members(["name": name, "type": type, "summary": summary])
      if let allowedValues { json.array("allowed", of: allowedValues) { $1.value($0) } }
      json.member("required", fallback == nil)
      if let fallback { json.member("default", fallback) { $1.value($0) } }
    }
  }

  private func json(_ value: StructuredValue) -> String {
    var json = JSONWriter(isOnOneLine: true)
    json.value(value)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

/// The description of a policy.
public struct PolicyDescription: Sendable {
  /// The declared id.
  public let id: String
  /// The purpose.
  public let summary: String
  /// The declared version, if there is one.
  public let version: String?
  /// The path of the file, as given.
  public let source: String
  /// The ids of the policies that it includes, directly or indirectly, sorted.
  public let includes: [String]

  package init(id: String, summary: String, version: String?, source: String, includes: [String]) {
    (self.id, self.summary, self.version) = (id, summary, version)
    (self.source, self.includes) = (source, includes)
  }
}
