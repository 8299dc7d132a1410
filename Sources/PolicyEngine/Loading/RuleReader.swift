import Basics
import Bundles
import KeyRegistry
import PolicySchema
import LuaRuntime
import PropertyLists
import ReleaseLedger
import Reports

struct RuleReader {
  static let definition = APIClass(
    "Rule", .declaration, "The table of `rule \"id\"`; it needs at least one clause, such as `require` or `check`.",
    fields: [
      APIField("summary", "string", "One sentence that states the requirement."),
      APIField("severity?", "Severity", "The severity of a finding; `error` by default."),
      APIField("rationale?", "string", "Why."),
      APIField("source?", "string|string[]", "The documents that it is based on."),
      APIField("help?", "string", "The URL of a page with more information."),
      APIField("tags?", "string|string[]", "Tags of your choice."),
      APIField("applies?", "Applies", "The bundles that the rule applies to."),
      APIField("since?", "string", "The first day on which the rule applies: `2026-09-01`."),
      APIField(
        "deny_from?", "string", "The first day on which its findings are errors instead of warnings: `2027-01-01`."),
      APIField("deprecated?", "string|string[]", "Former ids of the rule, which remain valid."),
      APIField("examples?", "Examples", "Bundles that must pass or fail, for `bundlepolicy test`."),
    ] + Rule.clauseTypes.flatMap { [$0.definition] + $0.companions })

  let policy: String
  let shapes: ShapeTable

  func rule(_ localID: String, _ value: LuaValue, at declared: SourceLocation) throws(DeclarationError) -> Rule {
    let place = "rule '\(localID)'"
    try PolicyIdentifier.check(localID, of: "rule")
    let reader = try DeclarationReader(value, place: place, of: Self.definition)
    let summary = try reader.requiredText("summary", purpose: "one sentence that states the requirement")
    let severity = try reader.word("severity", Severity.self) ?? .error
    let examples =
      reader.has("examples")
      ? try ExampleReader.examples(reader.value("examples"), in: place) : RuleExamples()
    let clauses = try clauses(reader)
    if clauses.isEmpty {
      throw DeclarationError(
        "\(place) checks nothing: add one of \(Rule.clauseTypes.map { $0.field }.joined(separator: ", "))")
    }
    if clauses.count > 1, clauses.contains(where: { $0 is AcrossClause }) {
      let others = clauses.map(\.name).filter { $0 != AcrossClause.field }
      throw DeclarationError(
        "\(place): 'across' cannot be combined with '\(others.joined(separator: "', '"))'; write two rules")
    }
    return Rule(
      policy: policy, localID: localID, severity: severity,
      texts: .given(
        RuleTexts(
          summary: summary, rationale: try reader.text("rationale"), help: try reader.text("help"),
          sources: try reader.texts("source") ?? [], tags: try reader.texts("tags") ?? [])),
      applicability: try Applicability(reader.value("applies"), place: place), clauses: clauses,
      examples: examples, formerIDs: try formerIDs(reader), since: try day("since", reader),
      denyFrom: try day("deny_from", reader), declared: declared)
  }

  /// Returns a recorded rule with the clauses and conditions of its file, which the record does not have.
  func complete(_ rule: Rule, _ value: LuaValue) throws(DeclarationError) -> Rule {
    let reader = try DeclarationReader(value, place: "rule '\(rule.localID)'", of: Self.definition)
    var applicability = rule.applicability
    if applicability.isConditional {
      applicability.condition = try Applicability(reader.value("applies"), place: reader.place).condition
    }
    return rule.changed(applicability, try clauses(reader))
  }

  /// Full ids; an id without a slash was a rule of this policy.
  private func formerIDs(_ reader: DeclarationReader) throws(DeclarationError) -> [String] {
    guard let ids = try reader.texts("deprecated") else { return [] }
    var full: [String] = []
    if ids.isEmpty {
      throw DeclarationError("\(reader.place): 'deprecated' is empty; list the rule's earlier ids, or remove it")
    }
    for id in ids {
      let parts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      do throws(DeclarationError) {
        for part in parts { try PolicyIdentifier.check(part, of: "rule") }
        if parts.count > 2 { try PolicyIdentifier.check(id, of: "rule") }
      } catch {
        throw DeclarationError(
          "\(reader.place): 'deprecated' lists the rule's earlier ids, such as 'own-keys'; '\(id)' is not an id")
      }
      full.append(parts.count == 1 ? "\(policy)/\(id)" : id)
    }
    return full
  }

  private func day(_ field: String, _ reader: DeclarationReader) throws(DeclarationError) -> CalendarDate? {
    guard let text = try reader.text(field) else { return nil }
    guard let day = CalendarDate(text) else {
      throw DeclarationError("\(reader.place): '\(field)' is not a date: '\(text)' (write YYYY-MM-DD)")
    }
    return day
  }

  private func clauses(_ reader: DeclarationReader) throws(DeclarationError) -> [any Clause] {
    var clauses: [any Clause] = []
    // Most rules have only one clause, so the other types are skipped.
    for type in Rule.clauseTypes
    where reader.has(type.field) || type.companions.contains(where: { reader.has($0.name) }) {
      if let clause = try type.read(reader, shapes) { clauses.append(clause) }
    }
    return clauses
  }
}
