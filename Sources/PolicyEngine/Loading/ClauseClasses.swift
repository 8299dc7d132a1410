import LanguageSchema

// The clauses of a rule, and the tables that they take.
extension RuleReader {
  static let clauseFields: [APIField] = [
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
  ]

  static let clauseClasses: [APIClass] = [
    APIClass(
      "Increases", .declaration, "Which version grows.",
      fields: [
        APIField("key", "InfoKey", "The key or JSON Pointer that holds it."),
        APIField("dialect?", "Dialect", "How it is read; `apple` when not said."),
        APIField("scope?", "Scope", "Which earlier builds it is held against; `identifier+platform` when not said."),
      ]),
    APIClass(
      "CustomKeys", .declaration, "How keys of your own are told.",
      fields: [APIField("prefix", "string|string[]", "What they start with, or a list of such.")]),
    APIClass(
      "QualifiedKeys", .declaration, "What is asked of qualified keys.",
      fields: [APIField("default", "\"present\"", "That each has a default beside it.")]),
    APIClass(
      "Localize", .declaration, "What is localized, and into which languages.",
      fields: [
        APIField("languages?", "string|string[]", "Languages that are there."),
        APIField("keys?", "InfoKey|InfoKey[]", "Keys that each language has in `InfoPlist.strings`."),
        APIField(
          "tables?", "string|string[]", "Tables of strings in which each language has every key of the first one."),
      ]),
    APIClass(
      "Files", .declaration, "Patterns of paths: `*` within a component, `**` across, `[a-z]`.",
      fields: [
        APIField("require?", "string|string[]", "Something matches each."),
        APIField("forbid?", "string|string[]", "Nothing matches any."),
      ]),
  ]
}
