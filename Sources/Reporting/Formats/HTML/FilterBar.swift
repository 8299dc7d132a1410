import Presentation

struct FilterBar {
  private static let kinds = [("error", "errors"), ("warning", "warnings"), ("note", "notes"), ("settled", "accepted")]

  let findings: Int
  let bundles: Int
  let rules: Int

  func write(to html: inout HTMLWriter) {
    html.line("div", ["class": "filter", "id": "filter", "role": "search", "hidden": ""]) { html in
      html.element("label", ["for": "words"], text: "Filter")
      html.empty(
        "input",
        [
          "type": "search", "id": "words", "placeholder": "bundle, rule, key or message", "autocomplete": "off",
          "spellcheck": "false", "aria-keyshortcuts": "/",
        ])
      html.element("span", ["class": "kinds", "role": "group", "aria-label": "Findings to show"]) { html in
        for (kind, word) in Self.kinds {
          html.element("label") { html in
            html.empty("input", ["type": "checkbox", "value": kind, "checked": ""])
            html.text(" " + word)
          }
        }
      }
      html.element("span", ["id": "matches", "role": "status"], text: counts)
      html.element("button", ["id": "reset", "type": "button", "hidden": ""], text: "Show all")
    }
  }
  private var counts: String {
    var counts = [GroupedCount.text(findings, "finding", "findings")]
    if bundles > 1 { counts.append(GroupedCount.text(bundles, "bundle", "bundles")) }
    if rules > 1 || bundles > 1 { counts.append(GroupedCount.text(rules, "rule", "rules")) }
    return counts.joined(separator: ", ")
  }
}
