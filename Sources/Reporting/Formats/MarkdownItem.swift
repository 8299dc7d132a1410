import Presentation
import Reports

enum MarkdownItem {
  static func text(_ finding: Finding, in bundle: BundleReport) -> String {
    var text = "- **\(FindingLines.state(finding)):** \(MarkdownText.prose(finding.message))\n"
    let key = finding.keyPath.map { ", key \(MarkdownText.code($0))" } ?? ""
    detail("place", MarkdownText.code(FindingLines.place(finding, in: bundle).text) + key, &text)
    if let value = finding.value { detail("value", MarkdownText.code(value), &text) }
    if let expected = finding.expected { detail("expected", MarkdownText.prose(expected), &text) }
    if let fix = finding.fix { detail("fix", MarkdownText.prose(fix), &text) }
    if let edits = FindingLines.edits(finding) { detail("edit", MarkdownText.prose(edits), &text) }
    if let help = finding.help { detail("help", MarkdownText.address(help), &text) }
    for (name, place) in FindingLines.otherPlaces(finding, in: bundle) { detail(name, MarkdownText.code(place), &text) }
    let declared = RulePlace.declared(finding)
    let place = declared.isEmpty ? "" : ", \(MarkdownText.prose(declared))"
    detail("rule", MarkdownText.code(finding.rule) + place, &text)
    if let waiver = finding.waiver { detail("waiver", MarkdownText.prose(FindingLines.waiver(waiver)), &text) }
    return text
  }

  static func text(_ error: EngineError, label: String) -> String {
    var text = "- **\(label):** \(MarkdownText.prose(error.message))\n"
    if let file = error.file {
      let place = SourcePlace(file: file, line: error.line, column: error.column)
      detail("place", MarkdownText.code(place.text), &text)
    }
    if let rule = error.rule { detail("rule", MarkdownText.code(rule), &text) }
    if let hint = error.hint { detail("fix", MarkdownText.prose(hint), &text) }
    for line in error.trace?.lines ?? [] { detail("trace", MarkdownText.code(line), &text) }
    return text
  }

  static func text(_ record: LedgerUse.Record, of location: String) -> String {
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

  private static func detail(_ name: String, _ text: String, _ out: inout String) { out += "  - \(name): \(text)\n" }
}

extension LedgerUse.Record {
  /// `com.example.app 1.2 (34)`, unescaped.
  var shownName: String {
    [identifier, shortVersion ?? "", build.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  var shownState: String {
    isNew ? verdict == .pass ? "recorded" : "recorded as failed" : "already in the ledger"
  }
}

enum RulePlace {
  /// `test/named (policy.lua:2)`, with the place where its severity was changed.
  static func text(_ finding: Finding) -> String {
    let place = declared(finding)
    return finding.rule + (place.isEmpty ? "" : " (\(place))")
  }

  /// `policy.lua:2`, with the place where the severity was changed; empty without a place, as in snapshots.
  static func declared(_ finding: Finding) -> String {
    if finding.declared.file.isEmpty { return "" }
    return text(finding.declared) + (finding.overridden.map { "; severity from \(text($0))" } ?? "")
  }

  private static func text(_ location: SourceLocation) -> String { "\(location.file):\(location.line)" }
}
