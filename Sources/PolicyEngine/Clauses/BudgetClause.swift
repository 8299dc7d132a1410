import BuildHistory
import BuildRecords
import Bundles
package import LuaRuntime
package import Measures
import PolicyObjects
package import PolicySchema

/// `budget`: a measure of the bundle is below a limit, and grows by at most so much from build to build.
package struct BudgetClause: Clause {
  package static let definition = APIField("budget?", "Budget", "A limit on a measure, and on its growth.")
  package static let table: APIClass? = APIClass(
    "Budget", .declaration,
    "A limit on a measure. Sizes are written with a unit: `KB`, `MB` and `GB` are powers of 1000, `KiB`, `MiB` and `GiB` of 1024.",
    fields: [
      APIField("measure", "MeasureName", "The measure: a built-in one, or one that a policy declares with `measure`."),
      APIField("max?", "string|integer", "The largest value that is allowed: `\"80 MB\"`, or a number."),
      APIField(
        "growth?", "string|integer",
        "By how much the measure may exceed that of the build before: `\"2 %\"`, `\"500 KB\"`, or a number."),
    ])

  package var budget: Budget

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? {
    guard let options = try rule.table(of: Self.self) else { return nil }
    let measure = try options.requiredText("measure", purpose: "the name of a measure, such as \"install-size\"")
    let max = try options.amount(
      "max", "a size such as \"80 MB\", or a number", text: Budget.Amount.init, number: Budget.Amount.init)
    let growth = try options.amount(
      "growth", "a percentage such as \"2 %\", a size such as \"500 KB\", or a number", text: Budget.Growth.init,
      number: { .amount(Budget.Amount($0)) })
    for (field, text) in [("max", max?.text), ("growth", growth?.text)] {
      guard let text, text.last?.isLetter == true, !MeasureText.isBytes(measure) else { continue }
      throw DeclarationError(
        "\(options.place): '\(field)' is a size (\(text)), but the measure '\(measure)' is not; write a number without a unit"
      )
    }
    if max == nil, growth == nil { throw DeclarationError("\(options.place): give 'max' or 'growth'") }
    return Self(budget: Budget(measure: measure, max: max, growth: growth))
  }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    let measure = budget.measure
    guard let value = try context.measure(measure) else {
      return .notApplicable(BuiltInMeasure(rawValue: measure)?.absence ?? "this bundle has no measure '\(measure)'")
    }
    context.reads?.field("measures.\(measure)", String(value.number), of: context.bundle, graph: 0)
    let noun = BuiltInMeasure.noun(of: measure)
    let text = MeasureText.exactText(value.number, of: measure)
    if let max = budget.max, value.number > max.value {
      context.collector.add(
        "\(noun) is \(text), above the budget of \(max.text)", file: value.file,
        details: .init(
          expected: "at most \(max.text)",
          fix: "make it smaller, or raise 'max' of the rule if the budget is outdated", discriminator: "\(measure) max")
      )
    }
    guard let growth = budget.growth else { return .evaluated }
    guard let remark = try checkGrowth(growth, value, noun, &context) else { return .evaluated }
    return budget.max == nil && context.history == nil ? .notApplicable(remark) : .nothingEvaluated(remark)
  }

  /// Returns why nothing was compared; nil if the measure was compared.
  private func checkGrowth(
    _ growth: Budget.Growth, _ value: MeasureReader.Value, _ noun: String, _ context: inout ClauseContext
  ) throws(LuaFailure) -> String? {
    let (measure, bundle) = (budget.measure, context.bundle)
    guard let history = context.history else { return PolicyHost.noHistory }
    // If the ledger cannot be read, the result of the rule is an error.
    if history.failsToAsk() { return nil }
    history.noteComparison(of: bundle)
    try context.spend(1_000)
    guard let before = history.predecessor(of: bundle) else { return history.absence(of: bundle) }
    let earlier: Int64
    switch before.build {
    case .recorded(let row):
      guard let number = row.entry.details.measure(measure) else {
        return "\(before.name) was recorded without '\(measure)', so its growth was not checked"
      }
      earlier = number
    case .given(let number, let old):
      guard let found = try context.measure(measure, of: old, in: history.given[number]) else {
        throw LuaFailure(
          kind: .error,
          message:
            "\(before.name) does not contain the measure '\(measure)' of the earlier build; pass the build itself"
            + (measure == BuiltInMeasure.compressedSize.rawValue ? " as an .ipa or .zip" : ""))
      }
      earlier = found.number
    }
    let limit = growth.limit(after: earlier)
    if value.number <= limit { return nil }
    let text = MeasureText.exactText(value.number, of: measure)
    context.collector.add(
      "\(noun) grew from \(MeasureText.text(earlier, of: measure)) to \(text) since \(before.name) "
        + "(\(MeasureText.change(from: earlier, to: value.number, of: measure))), above the budget of \(growth.text)",
      file: value.file,
      details: .init(
        expected: "at most \(MeasureText.exactText(limit, of: measure))",
        fix: "find out what grew with 'bundlepolicy diff', or waive this finding to approve it",
        discriminator: "\(measure) growth"))
    return nil
  }

  package var summary: String { budget.summary }

  package func satisfaction(in context: ClauseContext) -> String { budget.summary }

  package func violation(findings: Int, in context: ClauseContext) -> String {
    "\(budget.measure) exceeds \(findings == 1 ? "a limit" : "its limits")"
  }

  package func mayReport(at steps: [String]) -> Bool { false }
}

extension DeclarationReader {
  fileprivate func amount<Result>(
    _ field: String, _ expected: String, text read: (String) -> Result?, number: (Int64) -> Result
  ) throws(DeclarationError) -> Result? {
    switch value(field) {
    case .nil: return nil
    case .integer(let value) where value >= 0: return number(value)
    case .string(let text):
      guard let result = read(text) else {
        throw DeclarationError("\(place): '\(field)' must be \(expected), found '\(text)'")
      }
      return result
    case let other: throw DeclarationError("\(place): '\(field)' must be \(expected), found \(other.shown)")
    }
  }
}
