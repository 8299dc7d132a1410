import Reports

/// Findings and errors as lines, unescaped, for formats that contain text.
enum FindingLines {
  /// The path of the file, including the bundle's.
  static func file(_ finding: Finding, in bundle: BundleReport) -> String {
    [bundle.path, finding.bundle, finding.file ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
  }

  static func place(_ finding: Finding, in bundle: BundleReport) -> String {
    let file = file(finding, in: bundle)
    guard let line = finding.line else { return file }
    return "\(file):\(line)" + (finding.column.map { ":\($0)" } ?? "")
  }

  /// The severity, or why it does not count.
  static func state(_ finding: Finding) -> String {
    if finding.isWaived { return "waived" }
    return finding.isBaselined ? "baselined" : finding.severity.rawValue
  }

  /// `PLACE: SEVERITY: MESSAGE`, as compilers write it.
  static func headline(_ finding: Finding, in bundle: BundleReport) -> String {
    "\(place(finding, in: bundle)): \(state(finding)): \(finding.message)"
  }

  static func details(_ finding: Finding) -> [(name: String, text: String)] {
    var details: [(name: String, text: String?)] = [
      ("key", finding.keyPath), ("value", finding.value.map { $0.isEmpty ? "\"\"" : $0 }),
      ("expected", finding.expected), ("fix", finding.fix),
      ("edit", edits(finding)), ("help", finding.help),
    ]
    let declared = finding.declared
    // A snapshot has no places in policies.
    if !declared.file.isEmpty { details.append(("rule", "\(declared.file):\(declared.line)")) }
    details.append(("severity", finding.overridden.map { "changed at \($0.file):\($0.line)" }))
    details.append(("waiver", finding.waiver.map(waiver)))
    return details.compactMap { detail in detail.text.map { (detail.name, $0) } }
  }

  static func edits(_ finding: Finding) -> String? {
    guard finding.isFixable else { return nil }
    let more = finding.edits.count > 3 ? ", and \(finding.edits.count - 3) more" : ""
    return finding.edits.prefix(3).map(\.phrase).joined(separator: ", ") + more + " (--fix)"
  }

  static func lines(_ finding: Finding, in bundle: BundleReport) -> [String] {
    [headline(finding, in: bundle)] + details(finding).map { "  \($0.name): \($0.text)" }
  }

  /// The last day, owner and reason of a waiver.
  static func waiver(_ waiver: AppliedWaiver) -> String {
    let place = waiver.declared.file.isEmpty ? "" : " (\(waiver.declared.file):\(waiver.declared.line))"
    let state = waiver.isExpired ? "expired on" : "until"
    return "\(state) \(waiver.expires), \(waiver.owner): \(waiver.because)\(place)"
  }

  /// Why a finding is accepted, or nil if it counts.
  static func excuse(_ finding: Finding) -> String? {
    if finding.isWaived, let waiver = finding.waiver { return "waived " + self.waiver(waiver) }
    return finding.isBaselined ? "baselined" : nil
  }

  /// An error with its trace and fix. Unlike a finding, it says that the check is incomplete.
  static func lines(_ error: EngineError) -> [String] {
    [DiagnosticLine.render(error, label: "check incomplete")] + (error.trace?.detailLines ?? [])
      + [error.rule.map { "  rule: \($0)" }, error.hint.map { "  fix: \($0)" }].compactMap { $0 }
  }
}
