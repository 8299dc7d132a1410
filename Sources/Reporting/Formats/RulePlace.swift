import PolicyEngine

/// Which lines of policies and waivers stand behind a finding, in words that several formats share.
enum RulePlace {
  /// `test/named (policy.lua:2)`, and where its severity was changed.
  static func text(_ finding: Finding) -> String {
    let place = declared(finding)
    return finding.rule + (place.isEmpty ? "" : " (\(place))")
  }

  /// `policy.lua:2`, and where the severity was changed; empty where no place is known, as in snapshots.
  static func declared(_ finding: Finding) -> String {
    if finding.declared.file.isEmpty { return "" }
    return text(finding.declared) + (finding.overridden.map { "; severity from \(text($0))" } ?? "")
  }

  /// `until 2026-12-31, jo: because of that (policy.lua:11)`.
  static func text(_ waiver: AppliedWaiver) -> String {
    let state = waiver.isExpired ? "expired on" : "until"
    return "\(state) \(waiver.expires), \(waiver.owner): \(waiver.because) (\(text(waiver.declared)))"
  }

  private static func text(_ location: SourceLocation) -> String { "\(location.file):\(location.line)" }
}
