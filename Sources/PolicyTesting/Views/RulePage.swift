import Presentation
import Reports

struct RulePage {
  private static let shownFindings = 3

  let area: RuleArea
  let policies: [PolicyDescription]
  let examples: [String: RuleExamplePair]

  var text: String {
    "# \(area.title)\n\n[All rules](\(RulePages.indexName)).\n\n"
      + RuleTable.text(area.rules.map { (area, $0) }, from: area.page) + area.rules.map(section).joined()
  }

  private func section(_ rule: RuleDescription) -> String {
    var text = "\n<a id=\"\(rule.id)\"></a>\n\n## `\(rule.id)`\n\n\(MarkdownText.escaped(rule.summary)).\n"
    if let rationale = rule.rationale { text += "\n\(MarkdownText.escaped(rationale))\n" }
    text += "\n- severity: \(rule.severity.rawValue)\n"
    text += "- applies to: \(rule.appliesTo.isEmpty ? "every bundle" : escaped(rule.appliesTo, "; "))\n"
    for line in rule.asks { text += "- checks: \(MarkdownText.escaped(line))\n" }
    for source in rule.sources { text += "- source: \(MarkdownText.escaped(source))\n" }
    if !rule.tags.isEmpty { text += "- tags: \(rule.tags.map(link).joined(separator: ", "))\n" }
    if !rule.formerIDs.isEmpty { text += "- formerly: `\(rule.formerIDs.joined(separator: "`, `"))`\n" }
    if let help = rule.help { text += "- more: \(MarkdownText.link(help))\n" }
    for parameter in rule.parameters { text += "- parameter: \(MarkdownText.escaped(parameter.text))\n" }
    let holders = [rule.policy] + policies.filter { $0.includes.contains(rule.policy) }.map(\.id).sorted()
    text += "- policies: `\(holders.joined(separator: "`, `"))`\n"
    text += "- declared: \(MarkdownText.escaped(rule.declared.file))\n"
    if let fail = examples[rule.id]?.fail {
      text += "\nFails:\n\n" + MarkdownText.block(fail.text, "lua")
      let reports = fail.findings.prefix(Self.shownFindings).map(report).joined()
      if !reports.isEmpty { text += "\n" + MarkdownText.block(reports, "text") }
    }
    if let pass = examples[rule.id]?.pass { text += "\nPasses:\n\n" + MarkdownText.block(pass.text, "lua") }
    return text
  }

  private func escaped(_ lines: [String], _ separator: String) -> String {
    lines.map(MarkdownText.escaped).joined(separator: separator)
  }

  private func link(_ tag: String) -> String {
    "[\(MarkdownText.escaped(tag))](\(RulePages.tagsName)#\(PageAnchor.name(tag)))"
  }

  /// A finding as the text report shows it, without places in the example's generated files.
  private func report(_ finding: Finding) -> String {
    let place = [finding.bundle, finding.file ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
    let details = [
      ("key", finding.keyPath), ("value", finding.value), ("expected", finding.expected), ("fix", finding.fix),
    ]
    return
      ([(place.isEmpty ? "" : place + ": ") + "\(finding.severity.rawValue): \(finding.message)"]
      + details.compactMap { name, text in
        text.map { "    \(name)" + String(repeating: " ", count: 10 - name.count) + ($0.isEmpty ? "\"\"" : $0) }
      }).map { TerminalText.line($0) + "\n" }.joined()
  }
}

/// A table of rules with links to their sections.
enum RuleTable {
  /// One row per rule; a link to the page itself only has a fragment.
  static func text(_ rules: [(area: RuleArea, rule: RuleDescription)], from page: String) -> String {
    var text = "| rule | severity | requirement |\n|---|---|---|\n"
    for (area, rule) in rules {
      let link = (area.page == page ? "" : area.page) + "#" + rule.id
      text += "| [`\(rule.id)`](\(link)) | \(rule.severity.rawValue) | \(MarkdownText.escaped(rule.summary)) |\n"
    }
    return text
  }
}

/// The tags of rules, as pages name and order them.
enum RuleTag {
  /// Orders by bytes, and numbers by value: S2 precedes S10.
  static func precedes(_ left: String, _ right: String) -> Bool {
    let (lefts, rights) = (parts(left), parts(right))
    for (left, right) in zip(lefts, rights) where left != right {
      if isNumber(left), isNumber(right), left.count != right.count { return left.count < right.count }
      return left.lexicographicallyPrecedes(right)
    }
    return lefts.count == rights.count ? left.utf8.lexicographicallyPrecedes(right.utf8) : lefts.count < rights.count
  }

  private static func isNumber(_ part: [UInt8]) -> Bool { part.first.map { (0x30...0x39).contains($0) } ?? false }

  /// Splits a text into runs of digits, without leading zeros, and the text between them.
  private static func parts(_ text: String) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    for byte in text.utf8 {
      let isDigit = (0x30...0x39).contains(byte)
      if let last = parts.last, isNumber(last) == isDigit {
        if last == [0x30] { parts[parts.count - 1] = [byte] } else { parts[parts.count - 1].append(byte) }
      } else {
        parts.append([byte])
      }
    }
    return parts
  }
}
