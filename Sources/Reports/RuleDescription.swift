import Basics
import Bundles
import StandardPolicies
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

extension RuleDescription {
  /// Writes the rule as an object. Reports omit parameters.
  package func write(to json: inout JSONWriter, parameters: [ParameterDescription] = []) {
    json.object { json in
      // There are hundreds of rules, so lists of members would take a while.
      json.member("id", id)
      json.member("summary", summary)
      json.member("severity", severity.rawValue)
      json.member("rationale", rationale)
      json.member("help", help)
      json.strings("sources", sources)
      json.strings("tags", tags)
      json.strings("deprecated", formerIDs)
      json.strings("applies", appliesTo)
      json.strings("asks", asks)
      if let examples = examples { json.object("examples", ["pass": examples.pass, "fail": examples.fail]) }
      if !parameters.isEmpty {
        json.array("parameters") { json in for parameter in parameters { parameter.write(to: &json) } }
      }
      json.object("declared") { json in
        json.member("file", declared.file)
        json.member("line", declared.line)
      }
    }
  }
}

/// A pattern of ids of rules, with `*`, `?` or `[`. With a slash it is for full ids; without, it is for ids of policies, and for ids of
/// rules without their policy's.
package struct RulePattern {
  private let glob: Glob
  private let isFull: Bool

  package init?(_ word: String) {
    guard word.utf8.contains(where: { "*?[".utf8.contains($0) }), let glob = Glob(word) else { return nil }
    self.glob = glob
    isFull = word.contains("/")
  }

  package func matches(_ id: String) -> Bool {
    func isMatch(_ text: some StringProtocol) -> Bool {
      var steps: UInt64 = 0
      return glob.matches(String(text), steps: &steps)
    }
    return isFull ? isMatch(id) : id.split(separator: "/").contains(where: isMatch)
  }
}

package enum RuleTag {
  /// Tags are compared regardless of case, because people type them from memory.
  package static func isSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }

  package static func unknown(_ tag: String, among known: [String]) -> EngineError {
    let refusal = StandardPolicies.refusal(tag)
    let nearest = refusal == nil ? SpellingCorrector.nearest(to: tag, among: Set(known).sortedByBytes()) : nil
    return EngineError(
      code: "rules.unknown-tag",
      message: "no rule has the tag '\(tag)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""),
      hint: refusal?.note.map { "\(tag): \($0)" } ?? "list rules and their tags with 'bundlepolicy rules'")
  }
}
