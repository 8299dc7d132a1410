import LanguageSchema

/// What the table of `policy "id" { … }` says.
enum PolicyHeader {
  static let definition = APIClass(
    "Policy", .declaration, "What follows `policy \"id\"`.",
    fields: [
      APIField("summary", "string", "One sentence that says what the policy is for."),
      APIField("version?", "string", "Shown in reports."),
      APIField("include?", "string|string[]", "Modules of policies whose rules are judged, too."),
      APIField("local_waivers?", "boolean", "Whether a project may have waivers of its own; `true` when not said."),
      APIField("never_waive?", "string|string[]", "Rules that nobody may waive, disable or make milder."),
    ])

  /// What it says about waiving rules.
  static func restriction(
    _ reader: DeclarationReader, policy: String, at declared: SourceLocation
  ) throws(DeclarationError) -> WaiverRestrictions.Restriction {
    let never = try reader.texts("never_waive") ?? []
    if reader.has("never_waive"), never.isEmpty || never.contains("") {
      throw DeclarationError("\(reader.place): 'never_waive' names no rule; list the ids of rules")
    }
    return WaiverRestrictions.Restriction(
      policy: policy, allowsLocal: try reader.boolean("local_waivers") ?? true, never: never, declared: declared)
  }
}
