package import StructuredText

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
  /// The parameters of its policy; none of a rule of a report that was read.
  public let parameters: [ParameterDescription]
  /// Where it is declared.
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

/// What a policy says of one of its parameters, for reading.
public struct ParameterDescription: Sendable {
  /// As declared.
  public let name: String
  /// What it is for, when the policy says so.
  public let summary: String?
  /// `string`, or `map of integer`.
  public let type: String
  /// Where it is declared.
  public let declared: SourceLocation
  private let allowedValues: [StructuredValue]?
  /// The default; nil when a value must be given.
  private let fallback: StructuredValue?

  package init(
    name: String, summary: String?, type: String, allowedValues: [StructuredValue]?, fallback: StructuredValue?,
    declared: SourceLocation
  ) {
    (self.name, self.summary, self.type) = (name, summary, type)
    (self.allowedValues, self.fallback, self.declared) = (allowedValues, fallback, declared)
  }

  /// In one line, values as JSON: `channel: string, "beta" or "release", by default "beta"; which server`.
  public var text: String {
    var text = "\(name): \(type)"
    if let allowedValues { text += ", one of \(allowedValues.map(json).joined(separator: ", "))" }
    text += fallback.map { ", default \(json($0))" } ?? ", required"
    return text + (summary.map { "; \($0)" } ?? "")
  }

  /// Writes it as an object.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("type", type)
      json.member("summary", summary)
      if let allowedValues {
        json.name("allowed")
        json.array { json in for value in allowedValues { json.value(value) } }
      }
      json.member("required", fallback == nil)
      if let fallback {
        json.name("default")
        json.value(fallback)
      }
    }
  }

  private func json(_ value: StructuredValue) -> String {
    var json = JSONWriter(isOnOneLine: true)
    json.value(value)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

/// What a policy says of itself, for reading.
public struct PolicyDescription: Sendable {
  /// As declared.
  public let id: String
  /// What it is for.
  public let summary: String
  /// As declared, if it was.
  public let version: String?
  /// The file, as given.
  public let source: String
  /// The ids of the policies that it includes, directly or through others, sorted.
  public let includes: [String]

  package init(id: String, summary: String, version: String?, source: String, includes: [String]) {
    (self.id, self.summary, self.version) = (id, summary, version)
    (self.source, self.includes) = (source, includes)
  }
}
