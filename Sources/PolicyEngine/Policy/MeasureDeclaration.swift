import Basics
import Bundles
import LuaRuntime
import Measures
import PolicyObjects
import PolicySchema
import Reports

/// A measure that a policy declares: a built-in one for reports, or one of its own.
package struct MeasureDeclaration {
  static let definition = APIClass(
    "Measure", .declaration,
    "The table of `measure \"name\"`; empty for a built-in measure, which is then in reports and ledgers.",
    fields: [
      APIField("summary?", "string", "One sentence that says what the number is."),
      APIField("applies?", "Applies", "The bundles that have the measure; by default, as for a rule."),
      APIField(
        "value?", "fun(bundle: Bundle): integer?",
        "Returns the number, which is not negative, or nil if the bundle has none. For a name that ends in `-size`, it is a number of bytes."
      ),
    ])

  let name: String
  let policy: String
  let declared: SourceLocation
  /// A rule whose only clause calls the function, with the limits and errors of a rule.
  let rule: Rule

  var isBuiltIn: Bool { BuiltInMeasure(rawValue: name) != nil }

  static func read(
    _ name: String, _ value: LuaValue, policy: String, at declared: SourceLocation
  ) throws(DeclarationError) -> Self {
    let place = "measure '\(name)'"
    try PolicyIdentifier.check(name, of: "measure")
    let reader = try DeclarationReader(value, place: place, of: definition)
    let function = try reader.function("value")
    if BuiltInMeasure(rawValue: name) != nil, function != nil {
      throw DeclarationError("\(place) is built in, so it takes no 'value'; choose another name")
    }
    if BuiltInMeasure(rawValue: name) == nil, function == nil {
      throw DeclarationError(
        "\(place) has no 'value', and there is no built-in measure of this name"
          + DeclarationError.suggestion(for: name, among: BuiltInMeasure.allCases.map(\.rawValue)))
    }
    let rule = Rule(
      policy: policy, localID: name, severity: .error,
      texts: .given(RuleTexts(summary: try reader.text("summary") ?? "")),
      applicability: try Applicability(reader.value("applies"), place: place),
      clauses: [MeasureClause(name: name, function: function)], formerIDs: [], since: nil, denyFrom: nil,
      declared: declared)
    return Self(name: name, policy: policy, declared: declared, rule: rule)
  }

  /// Throws if two declarations give one name to different numbers, or if a rule limits a measure that there is not.
  static func check(_ measures: [MeasureDeclaration], _ rules: [Rule]) throws(EngineError) {
    var known: [String: MeasureDeclaration] = [:]
    for measure in measures where !measure.isBuiltIn {
      if let other = known[measure.name] {
        throw EngineError(
          code: "policy.invalid",
          message: "measure '\(measure.name)' is already declared at \(other.declared.file):\(other.declared.line)",
          at: measure.declared, hint: "choose another name")
      }
      known[measure.name] = measure
    }
    for rule in rules {
      for case let clause as BudgetClause in rule.clauses {
        let names = BuiltInMeasure.allCases.map(\.rawValue) + known.keys.sortedByBytes()
        if names.contains(clause.budget.measure) { continue }
        throw EngineError(
          code: "policy.invalid",
          message: "rule '\(rule.localID)', budget: there is no measure '\(clause.budget.measure)'"
            + DeclarationError.suggestion(for: clause.budget.measure, among: names), at: rule.declared,
          hint: "declare it: measure \"name\" { value = … }")
      }
    }
  }
}
