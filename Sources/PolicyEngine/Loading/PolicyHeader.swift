/// What the table of `policy "id" { … }` says.
enum PolicyHeader {
  static let fields = ["summary", "version", "include", "local_waivers", "never_waive"]

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
