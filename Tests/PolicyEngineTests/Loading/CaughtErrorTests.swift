import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// A failed declaration, import or report is an error even if the policy catches it: a rule or a finding must not be silently missing.
@Suite struct CaughtErrorTests {
  private static let rule = "rule \"r\" { summary = \"s\", require = \"K\" }\n"
  private static let modules = [
    "fails.lua": rule + "\nerror(\"it fails\")\n", "around.lua": "return pcall(import, \"fails\")",
    "late.lua": "return { load = function() return import \"fails\" end }",
    "bad_rule.lua": "\nrule \"x\" { sumary = \"s\" }", "waits.lua": "local x <const> = nil\nreturn x.y",
    "loops.lua": "while true do end", "tables.lua": "local t = {} for i = 1, 200 do t = { t } end return t",
    "syntax.lua": "return {", "fine.lua": "return pcall(error, \"x\")",
  ]

  @Test(arguments: [
    ("pcall(import, \"fails\")", "policy.invalid fails.lua:3: it fails"),
    ("local ok, m = pcall(import, \"fails\") if not ok then m = {} end", "policy.invalid fails.lua:3: it fails"),
    ("xpcall(import, function(m) return m end, \"fails\")", "policy.invalid fails.lua:3: it fails"),
    ("import \"around\"", "policy.invalid fails.lua:3: it fails"),
    ("pcall(import(\"late\").load)", "policy.invalid fails.lua:3: it fails"),
    ("pcall(import, \"waits\")", "policy.invalid waits.lua:2: attempt to index a nil value"),
    (
      "pcall(import, \"loops\")",
      "limit.fuel loops.lua:1: loading the policy used up 50000000 units of fuel [look for a loop that does not end]"
    ),
    (
      "pcall(import, \"tables\")",
      "limit.call policy.lua:2: loading the policy reached a limit: a value from another module is nested more than 100 levels deep"
    ), ("pcall(import, \"syntax\")", "policy.syntax syntax.lua:1: unexpected symbol near <eof>"),
    (
      "pcall(import, \"bad_rule\")",
      "policy.invalid bad_rule.lua:2: rule 'x': unknown field 'sumary'; did you mean 'summary'?"
    ),
    (
      "pcall(import, \"missing\")",
      "policy.invalid policy.lua:2: there is no module 'missing': missing.lua does not exist"
    ),
    ("pcall(import)", "policy.invalid policy.lua:2: import needs the name of a module: import \"name\", found nil"),
    ("import \"fine\"", nil),
  ])
  func modules(_ source: String, _ expected: String?) throws {
    let files = Self.modules.merging(["policy.lua": PolicyRun.header + source + "\n" + Self.rule]) { $1 }
    let error = try PolicyRun.loadingError(files)
    // Both the module and the policy declare the rule, where both run to their ends.
    #expect(error == expected)
  }

  @Test(
    arguments: ["rule", "waive", "override", "disable", "parameter", "policy"],
    [
      ("pcall(WORD, 5)", "a name in quotation marks is expected, found a number"),
      ("pcall(WORD)", "WORD needs a name: WORD \"name\" { … }, found nil"),
      ("pcall(WORD, {})", "WORD needs a name: WORD \"name\" { … }, found "),
      ("pcall(WORD, \"x\", {})", "write WORD \"x\" { … }, without parentheses or a comma"),
      ("pcall(WORD, \"x\")", "WORD 'x' has no table after its name [write WORD \"x\" { … }]"),
      (
        "local t = {} t[t] = 1 pcall(WORD \"x\", t)",
        "a key of type 'table' has no order; use strings or numbers as keys"
      ),
      ("local t = {} t.t = t pcall(WORD \"x\", t)", "a table is nested more than 64 levels deep"),
      (
        "pcall(function() WORD \"x\" { y = nil + 1 } end)",
        "WORD 'x' has no table after its name [write WORD \"x\" { … }]"
      ), ("pcall(WORD \"x\", { unknown_field = 1 })", "WORD 'x'"),
      ("xpcall(WORD \"x\", function() end, { unknown_field = 1 })", "WORD 'x'"),
      ("pcall(WORD \"x\", 5)", nil),
    ] as [(String, String?)])
  func declarations(_ word: String, _ tested: (source: String, message: String?)) throws {
    let source = tested.source.replacingEach("WORD", with: word)
    let error = try PolicyRun.loadingError(["policy.lua": PolicyRun.header + source + "\n" + Self.rule])
    let message = tested.message?.replacingEach("WORD", with: word)
    #expect(
      error?.contains(" policy.lua:2: ") == true && error?.contains(message ?? "") == true, "\(error ?? "it loaded")")
  }

  @Test(arguments: [
    ("pcall(one_of, {})", "one_of"), ("pcall(list_of)", "list_of"), ("pcall(text, { max_lenght = 1 })", "max_lenght"),
    ("local t = {} t.t = t pcall(text, t)", "64 levels"), ("local t = {} t.t = t pcall(any_of, t)", "64 levels"),
    ("pcall(custom, \"c\")", "custom"),
    ("pcall(function() return fixture.application {} end)", "fixtures are for tests"),
  ])
  func shapes(_ source: String, _ message: String) throws {
    let error = try PolicyRun.loadingError(["policy.lua": PolicyRun.header + source + "\n" + Self.rule])
    #expect(
      error?.contains(" policy.lua:2: ") == true && error?.contains(message) == true,
      "\(error ?? "it loaded")")
  }

  /// Inside a rule.
  @Test(arguments: [
    ("pcall(report, \"%d\", \"x\")", "bad argument #2 to 'string.format' (number expected, got string)"),
    ("pcall(report)", "report"), ("pcall(report.at, report, bundle.info)", "report"),
    ("pcall(function() report:missing(bundle, {}) end)", "report"),
    ("pcall(report.file, report, {}, \"m\")", "report"),
    ("pcall(function() report:at(bundle.info.List, -1, \"no\") end)", "report"),
    ("xpcall(report, function() end, \"%d\", \"x\")", "string.format"),
    ("pcall(import, \"m\")", "'import' can only be used while the policy loads, not inside a rule"),
    ("pcall(rule, \"x\")", "'rule' can only be used while the policy loads, not inside a rule"),
    ("pcall(one_of, { 1 })", "shapes can only be created while the policy loads, not inside a rule"),
    ("pcall(bundle.info)", "cannot be called like a function"),
  ])
  func reports(_ source: String, _ message: String) throws {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", check = function(bundle, report) \(source) end }")
    let report = try run.report(.app(["List": "1"]))
    let errors = report.bundles[0].errors
    #expect(errors.count == 1 && errors.first?.line == 2 && errors.first?.code == "policy.error")
    #expect(errors.first?.message.contains(message) == true, "\(errors)")
    #expect(report.verdict == .error)
  }
}

extension String {
  fileprivate func replacingEach(_ text: String, with replacement: String) -> String {
    split(separator: text, omittingEmptySubsequences: false).joined(separator: replacement)
  }
}
