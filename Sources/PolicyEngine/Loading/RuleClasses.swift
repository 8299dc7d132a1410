import LanguageSchema

// The table of `rule "id" { … }` and those inside it, but for those of clauses.
extension RuleReader {
  static let definition = APIClass(
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
    ] + clauseFields)

  static let applies = APIClass(
    "Applies", .declaration, "Which bundles a rule is for; what is left out does not restrict.",
    fields: [
      APIField("kind?", "Kind|Kind[]", "Bundles of one of these kinds."),
      APIField("platform?", "Platform|Platform[]", "Bundles made for one of these systems."),
      APIField("nested?", "boolean", "Bundles inside another, or only the outer one."),
      APIField(
        "minimum_os?", "string|SystemRange", "Bundles whose minimum system is at least this: `\"13.0\"`."),
      APIField("when?", "fun(bundle: Bundle): boolean", "Bundles for which this function returns `true`."),
    ])

  static let systemRange = APIClass(
    "SystemRange", .declaration, "A range of system versions.",
    fields: [
      APIField("from?", "string", "The lowest."), APIField("below?", "string", "The first that is too high."),
    ])

  static let examples = APIClass(
    "Examples", .declaration, "Bundles that show what a rule is about.",
    fields: [
      APIField("pass?", "Description[]", "Bundles that the rule passes."),
      APIField("fail?", "Description[]", "Bundles that the rule finds fault with."),
    ])
}
