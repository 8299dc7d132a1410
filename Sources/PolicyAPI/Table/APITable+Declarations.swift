// The words that declare something, and the tables that follow them.
extension APITable {
  static let declarations: [APIWord] = [
    APIWord(
      name: "policy", subject: "id", table: "Policy",
      summary: "Declares the policy; once in a file, before everything else."),
    APIWord(
      name: "parameter", subject: "name", table: "Parameter", result: "any",
      summary: "Declares a parameter, and is its value: what `--param` gives, or the default."),
    APIWord(name: "rule", subject: "id", table: "Rule", summary: "Declares a rule."),
    APIWord(
      name: "waive", subject: "rule", table: "Waiver", summary: "Lets findings of a rule be, until a day."),
    APIWord(
      name: "override", subject: "rule", table: "Override",
      summary: "Changes the severity of a rule of an included policy."),
    APIWord(
      name: "disable", subject: "rule", table: "Disablement", summary: "Leaves out a rule of an included policy."),
    APIWord(
      name: "test", subject: "name", table: "Test", isForTests: true,
      summary: "Declares a test: a bundle, and what the policy must make of it."),
  ]

  static let importFunction = APIFunction(
    "import(module: string): any",
    "The value of a module, read-only: `import \"acme.ids\"` runs `acme/ids.lua` once.")

  static let declarationClasses: [APIClass] = [
    APIClass(
      "Policy", .declaration, "What follows `policy \"id\"`.",
      fields: [
        APIField("summary", "string", "One sentence that says what the policy is for."),
        APIField("version?", "string", "Shown in reports."),
        APIField("include?", "string|string[]", "Modules of policies whose rules are judged, too."),
        APIField("local_waivers?", "boolean", "Whether a project may have waivers of its own; `true` when not said."),
        APIField("never_waive?", "string|string[]", "Rules that nobody may waive, disable or make milder."),
      ]),
    APIClass(
      "Parameter", .declaration, "What follows `parameter \"name\"`.",
      fields: [
        APIField(
          "default?", "string|number|boolean|string[]", "The value when none is given; without it one must be."),
        APIField("summary?", "string", "What it is for."),
        APIField("type?", "ParameterType", "What it holds; taken from the default where there is one."),
      ]),
    APIClass(
      "Rule", .declaration, "What follows `rule \"id\"`; it needs at least one clause that judges.",
      fields: [
        APIField("summary", "string", "One sentence that says what must hold."),
        APIField("severity?", "Severity", "How bad a finding is; `error` when not said."),
        APIField("rationale?", "string", "Why."),
        APIField("source?", "string|string[]", "The documents it rests on."),
        APIField("help?", "string", "Where to read more: a URL."),
        APIField("tags?", "string|string[]", "Words of your own."),
        APIField("applies?", "Applies", "Which bundles the rule is for."),
        APIField("since?", "string", "The first day on which the rule applies: `2026-09-01`."),
        APIField("deny_from?", "string", "The day until which its errors are warnings: `2027-01-01`."),
        APIField("deprecated?", "string|string[]", "Ids that the rule had before; they go on meaning it."),
        APIField("examples?", "Examples", "Bundles that pass and bundles that fail, for `bundlepolicy test`."),
        APIField("require?", "InfoKey|InfoKey[]", "Keys or JSON Pointers that are there and are no empty string."),
        APIField("forbid?", "InfoKey|InfoKey[]", "Keys or JSON Pointers that are not there, in no qualified form."),
        APIField("shape?", "InfoShape|Shape", "What the values under keys must be."),
        APIField(
          "increases?", "InfoKey|Increases", "The key whose version is above that of every earlier build."),
        APIField(
          "custom_keys?", "CustomKeys", "What top-level keys start with that the platform does not define."),
        APIField("qualified_keys?", "QualifiedKeys", "That every qualified key stands beside its default."),
        APIField("localize?", "Localize", "Which languages are there, and what each must have."),
        APIField("files?", "Files", "Which files must, and which must not be there."),
        APIField("checker?", "string", "The checker, in Swift or C, that judges: `com.example.icons`."),
        APIField(
          "with?", "table<string, string|number|boolean|string[]>", "The checker's options, by name."),
        APIField(
          "check?", "fun(bundle: Bundle, report: Report)", "A function that looks, and reports what it finds."),
      ]),
    APIClass(
      "Waiver", .declaration, "What follows `waive \"rule\"`.",
      fields: [
        APIField("bundle?", "string", "The identifier of a bundle; without it, every bundle."),
        APIField("key?", "InfoKey", "A key or JSON Pointer; without it, every finding of the rule."),
        APIField(
          "file?", "string", "A file of the bundle, `.` for the bundle itself; with `key`, the key in that file."),
        APIField("because", "string", "Why the rule may be broken."),
        APIField("owner", "string", "Who answers for it."),
        APIField("expires", "string", "The last day it holds: `2027-01-31`."),
      ]),
    APIClass(
      "Override", .declaration, "What follows `override \"policy/rule\"`.",
      fields: [APIField("severity", "Severity", "How bad a finding of the rule is here.")]),
    APIClass(
      "Disablement", .declaration, "What follows `disable \"policy/rule\"`.",
      fields: [APIField("because", "string", "Why the rule is left out.")]),
  ]
}
