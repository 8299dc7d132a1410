import PolicyEngine

/// What became of the rules on one bundle; folded away, for there are hundreds.
struct RuleOutcomes {
  /// Each status with the words for a number of rules, in the order shown.
  private static let words: [(status: RuleResult.Status, title: String)] = [
    (.error, "could not be judged"), (.fail, "with findings"), (.waived, "waived"), (.baselined, "baselined"),
    (.pass, "passed"), (.notApplicable, "not applicable"),
  ]

  let rules: [RuleResult]

  func write(to html: inout HTMLWriter) {
    let groups = Self.words.map { status, title in (title: title, rules: rules.filter { $0.status == status }) }
      .filter { !$0.rules.isEmpty }
    html.element("details", ["class": "outcomes"]) { html in
      let counts = groups.map { "\(LedgerCount.text($0.rules.count)) \($0.title)" }.joined(separator: ", ")
      html.element("summary", text: "Rules: \(counts)")
      html.newLine()
      for group in groups {
        html.element("h4", text: group.title.prefix(1).uppercased() + group.title.dropFirst())
        html.element("ul") { html in
          for rule in group.rules {
            html.element("li") { html in
              html.element("code", text: rule.id)
              if let reason = rule.reason { html.text(": " + reason) }
            }
          }
        }
        html.newLine()
      }
    }
    html.newLine()
  }
}
