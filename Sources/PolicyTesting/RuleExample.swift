package import Basics
import PolicySchema
import LuaRuntime
package import PolicyEngine
package import Reports

package struct RuleExample: Sendable {
  /// The differences from the default bundle in Lua, on several lines if it is long.
  package let text: String
  package let findings: [Finding]
}

/// The first passing and the first failing example of a rule, if it has any.
package struct RuleExamplePair: Sendable {
  package let pass: RuleExample?
  package let fail: RuleExample?
}

extension PolicyProgram {
  /// The first examples of each rule, by its id. The passing one is the first that is not empty. The failing one is checked on the
  /// day `asOf` to get its findings.
  package func firstExamples(asOf: CalendarDate) -> [String: RuleExamplePair] {
    let run = PolicyTestRun(self, asOf: asOf)
    var pairs: [String: RuleExamplePair] = [:]
    for rule in rules {
      // The default bundle itself is not a useful example.
      let passing = rule.examples.pass.first { $0.table?.entries.isEmpty == false } ?? rule.examples.pass.first
      let pass = passing.map { RuleExample(text: LuaLayout.text($0), findings: []) }
      let fail = rule.examples.fail.first.map(\.description).map {
        RuleExample(text: LuaLayout.text($0), findings: run.findings(of: rule, on: $0))
      }
      pairs[rule.id] = RuleExamplePair(pass: pass, fail: fail)
    }
    return pairs
  }
}

extension PolicyTestRun {
  /// The findings of a rule on one of its examples. Empty if the bundle cannot be made, which `bundlepolicy test` reports.
  fileprivate func findings(of rule: Rule, on example: LuaValue) -> [Finding] {
    let report = try? report(on: BuiltFixture(rule.example(example, in: "example"), "example"), rules: [rule.id])
    return report?.bundles.flatMap(\.findings).filter { $0.rule == rule.id } ?? []
  }
}

/// Lays out values as people write them: on one line if it fits, otherwise one entry per line.
package enum LuaLayout {
  /// The preferred maximum length of a line.
  private static let width = 100

  /// The value, on as many lines as necessary. Its line is indented by `indentation`, and it begins at `column`.
  static func text(_ value: LuaValue, indentation: Int = 0, column: Int = 0) -> String {
    let line = FixtureText.text(value)
    // A comma follows the value.
    guard column + line.count >= width, case .table(let table) = value, !table.entries.isEmpty else { return line }
    let inner = indentation + 2
    let margin = String(repeating: " ", count: inner)
    let isList = table.isList
    let entries = table.entries.map { entry in
      let name =
        isList ? "" : (entry.key.string.map(FixtureText.key) ?? "[\(FixtureText.text(entry.key))]") + " = "
      return margin + name + text(entry.value, indentation: inner, column: inner + name.count) + ",\n"
    }
    return "{\n" + entries.joined() + String(repeating: " ", count: indentation) + "}"
  }
}
