import PolicyEngine

/// What a report tells of one thing, as an item of a Markdown list.
enum MarkdownItem {
  static func text(_ finding: Finding, in bundle: BundleReport) -> String {
    let label = finding.isWaived ? "waived" : finding.isBaselined ? "baselined" : finding.severity.rawValue
    var text = "- **\(label):** \(MarkdownText.prose(finding.message))\n"
    let file = [bundle.path, finding.bundle, finding.file ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
    let line = finding.line.map { ":\($0)" + (finding.column.map { ":\($0)" } ?? "") } ?? ""
    let key = finding.keyPath.map { ", key \(MarkdownText.code($0))" } ?? ""
    detail("place", MarkdownText.code(file + line) + key, &text)
    if let value = finding.value { detail("value", MarkdownText.code(value), &text) }
    if let expected = finding.expected { detail("expected", MarkdownText.prose(expected), &text) }
    if let fix = finding.fix { detail("fix", MarkdownText.prose(fix), &text) }
    if let help = finding.help { detail("help", MarkdownText.address(help), &text) }
    let declared = RulePlace.declared(finding)
    let place = declared.isEmpty ? "" : ", \(MarkdownText.prose(declared))"
    detail("rule", MarkdownText.code(finding.rule) + place, &text)
    if let waiver = finding.waiver { detail("waiver", MarkdownText.prose(RulePlace.text(waiver)), &text) }
    return text
  }

  static func text(_ error: EngineError, label: String) -> String {
    var text = "- **\(label):** \(MarkdownText.prose(error.message))\n"
    if let file = error.file {
      let line = error.line.map { ":\($0)" + (error.column.map { ":\($0)" } ?? "") } ?? ""
      detail("place", MarkdownText.code(file + line), &text)
    }
    if let rule = error.rule { detail("rule", MarkdownText.code(rule), &text) }
    if let hint = error.hint { detail("fix", MarkdownText.prose(hint), &text) }
    for line in error.trace?.lines ?? [] { detail("trace", MarkdownText.code(line), &text) }
    return text
  }

  static func text(_ record: LedgerAccount.Record, of location: String) -> String {
    var text =
      "- **\(record.shownState):** \(MarkdownText.code(record.shownName)), row \(record.sequence) of \(MarkdownText.code(location))\n"
    detail("contents", MarkdownText.code(record.digest), &text)
    detail("chain", MarkdownText.code(record.hash), &text)
    return text
  }

  static func text(_ policy: PolicySummary) -> String {
    let version = policy.version.map { " \(MarkdownText.code($0))" } ?? ""
    return "- policy \(MarkdownText.code(policy.id))\(version), \(MarkdownText.code(policy.source))\n"
  }

  static func text(_ waivers: WaiverFile) -> String {
    "- waivers \(MarkdownText.code(waivers.source))\n"
  }

  private static func detail(_ name: String, _ text: String, _ out: inout String) { out += "  - \(name): \(text)\n" }
}
