import Presentation
package import Reports
import StructuredText

package enum RuleReference {
  package static func text(_ rules: [RuleDescription]) -> String {
    rules.map(text).joined(separator: "\n")
  }

  package static func text(_ rule: RuleDescription) -> String {
    var lines = ["\(rule.id)  (\(rule.severity.rawValue))", "    \(rule.summary)"]
    if let rationale = rule.rationale { lines.append("    why       \(rationale)") }
    for line in rule.asks { lines.append("    checks    \(line)") }
    for line in rule.appliesTo { lines.append("    applies   \(line)") }
    for source in rule.sources { lines.append("    source    \(source)") }
    if let help = rule.help { lines.append("    help      \(help)") }
    if !rule.tags.isEmpty { lines.append("    tags      \(rule.tags.joined(separator: ", "))") }
    if !rule.formerIDs.isEmpty { lines.append("    formerly  \(rule.formerIDs.joined(separator: ", "))") }
    if let examples = rule.examples { lines.append("    examples  \(examples.pass) pass, \(examples.fail) fail") }
    for parameter in rule.parameters { lines.append("    parameter \(parameter.text)") }
    lines.append("    declared  \(rule.declared.file):\(rule.declared.line)")
    return lines.map { TerminalText.line($0) + "\n" }.joined()
  }

  package static func markdown(_ rules: [RuleDescription]) -> String {
    var text = "# Rules\n\n| rule | severity | requirement |\n|---|---|---|\n"
    for rule in rules {
      text += "| `\(rule.id)` | \(rule.severity.rawValue) | \(MarkdownText.escaped(rule.summary)) |\n"
    }
    for rule in rules {
      text += "\n## `\(rule.id)`\n\n\(MarkdownText.escaped(rule.summary)).\n"
      if let rationale = rule.rationale { text += "\n\(MarkdownText.escaped(rationale))\n" }
      text += "\n"
      for line in rule.asks { text += "- checks: \(MarkdownText.escaped(line))\n" }
      for line in rule.appliesTo { text += "- applies: \(MarkdownText.escaped(line))\n" }
      if !rule.tags.isEmpty { text += "- tags: \(MarkdownText.escaped(rule.tags.joined(separator: ", ")))\n" }
      for source in rule.sources { text += "- source: \(MarkdownText.escaped(source))\n" }
      if !rule.formerIDs.isEmpty { text += "- formerly: `\(rule.formerIDs.joined(separator: "`, `"))`\n" }
      if let help = rule.help { text += "- more: \(MarkdownText.link(help))\n" }
      for parameter in rule.parameters { text += "- parameter: \(MarkdownText.escaped(parameter.text))\n" }
      let place = "\(rule.declared.file):\(rule.declared.line)"
      text += "- declared: \(place.contains("`") ? MarkdownText.escaped(place) : "`\(TerminalText.escape(place))`")\n"
    }
    return text
  }

  package static func json(_ rules: [RuleDescription]) -> [UInt8] {
    var json = JSONWriter()
    json.array { json in for rule in rules { rule.write(to: &json, parameters: rule.parameters) } }
    return json.bytes + [0x0A]
  }
}
