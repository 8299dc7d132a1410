import PolicyEngine

/// Rules with links to where all of them stands.
enum RuleTable {
  /// A line for each; on the page of a link itself it leads within the page.
  static func text(_ rules: [(area: RuleArea, rule: RuleDescription)], from page: String) -> String {
    var text = "| rule | severity | what must hold |\n|---|---|---|\n"
    for (area, rule) in rules {
      let link = (area.page == page ? "" : area.page) + "#" + rule.id
      text += "| [`\(rule.id)`](\(link)) | \(rule.severity.rawValue) | \(MarkdownText.escaped(rule.summary)) |\n"
    }
    return text
  }
}
