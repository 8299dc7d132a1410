public import PolicyEngine

/// The rules of policies as a reference.
public enum RuleReference {
  /// For a terminal: a rule a paragraph.
  public static func text(_ rules: [RuleDescription]) -> String {
    rules.map(text).joined(separator: "\n")
  }

  /// Everything about one rule.
  public static func text(_ rule: RuleDescription) -> String {
    var lines = ["\(rule.id)  (\(rule.severity.rawValue))", "    \(rule.summary)"]
    if let rationale = rule.rationale { lines.append("    why       \(rationale)") }
    for line in rule.asks { lines.append("    asks      \(line)") }
    for line in rule.appliesTo { lines.append("    applies   \(line)") }
    for source in rule.sources { lines.append("    source    \(source)") }
    if let help = rule.help { lines.append("    help      \(help)") }
    if !rule.tags.isEmpty { lines.append("    tags      \(rule.tags.joined(separator: ", "))") }
    if !rule.formerIDs.isEmpty { lines.append("    formerly  \(rule.formerIDs.joined(separator: ", "))") }
    lines.append("    examples  \(rule.examples.pass) pass, \(rule.examples.fail) fail")
    lines.append("    declared  \(rule.declared.file):\(rule.declared.line)")
    return lines.map { TerminalText.escape($0) + "\n" }.joined()
  }

  /// For a documentation site: a table of all, then a section for each.
  public static func markdown(_ rules: [RuleDescription]) -> String {
    var text = "# Rules\n\n| rule | severity | what must hold |\n|---|---|---|\n"
    for rule in rules {
      text += "| `\(rule.id)` | \(rule.severity.rawValue) | \(escaped(rule.summary)) |\n"
    }
    for rule in rules {
      text += "\n## `\(rule.id)`\n\n\(escaped(rule.summary)).\n"
      if let rationale = rule.rationale { text += "\n\(escaped(rationale))\n" }
      text += "\n"
      for line in rule.asks { text += "- asks: \(escaped(line))\n" }
      for line in rule.appliesTo { text += "- applies: \(escaped(line))\n" }
      if !rule.tags.isEmpty { text += "- tags: \(escaped(rule.tags.joined(separator: ", ")))\n" }
      for source in rule.sources { text += "- source: \(escaped(source))\n" }
      if !rule.formerIDs.isEmpty { text += "- formerly: `\(rule.formerIDs.joined(separator: "`, `"))`\n" }
      if let help = rule.help { text += "- more: \(link(help))\n" }
      let place = "\(rule.declared.file):\(rule.declared.line)"
      text += "- declared: \(place.contains("`") ? escaped(place) : "`\(TerminalText.escape(place))`")\n"
    }
    return text
  }

  /// For programs.
  public static func json(_ rules: [RuleDescription]) -> [UInt8] {
    var json = JSONWriter()
    json.array { json in
      for rule in rules {
        json.object { json in
          json.member("id", rule.id)
          json.member("summary", rule.summary)
          json.member("severity", rule.severity.rawValue)
          json.member("rationale", rule.rationale)
          json.member("help", rule.help)
          for (name, texts) in [
            ("sources", rule.sources), ("tags", rule.tags), ("deprecated", rule.formerIDs), ("applies", rule.appliesTo),
            ("asks", rule.asks),
          ] {
            json.name(name)
            json.array { json in for text in texts { json.string(text) } }
          }
          json.name("examples")
          json.object { json in
            json.member("pass", rule.examples.pass)
            json.member("fail", rule.examples.fail)
          }
          json.name("declared")
          json.object { json in
            json.member("file", rule.declared.file)
            json.member("line", rule.declared.line)
          }
        }
      }
    }
    return json.bytes + [0x0A]
  }

  /// A link to where a browser may be sent; what is none is shown as it is written.
  private static func link(_ help: String) -> String {
    let lowercased = help.lowercased()
    let isLink = ["https://", "http://", "mailto:"].contains { lowercased.hasPrefix($0) }
    let isPlain = help.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "<" && $0 != ">" }
    return isLink && isPlain && TerminalText.escape(help) == help ? "<\(help)>" : escaped(help)
  }

  /// Text of a policy in Markdown: what would be markup is shown as it is, and so are characters that steer a terminal.
  private static func escaped(_ text: String) -> String {
    var result = ""
    var line = text.split(whereSeparator: \.isNewline).joined(separator: " ")[...]
    line = line.drop(while: \.isWhitespace)
    // What only means something where a line begins: lists, rules, headings and fences.
    let digits = line.prefix(while: \.isNumber)
    if let mark = line.dropFirst(digits.count).first, digits.isEmpty ? "-+=~".contains(mark) : ".)".contains(mark) {
      result = "\(digits)\\\(mark)"
      line = line.dropFirst(digits.count + 1)
    }
    for character in TerminalText.escape(String(line)) {
      switch character {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "#", "&": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }
}
