// The tables that fields of a rule take.
extension APITable {
  static let clauseClasses: [APIClass] = [
    APIClass(
      "Applies", .declaration, "Which bundles a rule is for; what is left out does not restrict.",
      fields: [
        APIField("kind?", "Kind|Kind[]", "Bundles of one of these kinds."),
        APIField("platform?", "Platform|Platform[]", "Bundles made for one of these systems."),
        APIField("nested?", "boolean", "Bundles inside another, or only the outer one."),
        APIField(
          "minimum_os?", "string|SystemRange", "Bundles whose minimum system is at least this: `\"13.0\"`."),
        APIField("when?", "fun(bundle: Bundle): boolean", "Bundles for which this function returns `true`."),
      ]),
    APIClass(
      "SystemRange", .declaration, "A range of system versions.",
      fields: [
        APIField("from?", "string", "The lowest."), APIField("below?", "string", "The first that is too high."),
      ]),
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
    APIClass(
      "Examples", .declaration, "Bundles that show what a rule is about.",
      fields: [
        APIField("pass?", "Description[]", "Bundles that the rule passes."),
        APIField("fail?", "Description[]", "Bundles that the rule finds fault with."),
      ]),
  ]
}
