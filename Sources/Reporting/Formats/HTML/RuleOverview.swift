import Presentation
import Reports

/// The table of rules and the bundles in which they have findings, for reports on many bundles.
struct RuleOverview {
  /// The most bundles that are listed for a rule, and in a folded list.
  private static let mostShown = 5
  private static let mostNamed = 200

  let use: RuleUse
  let entries: [ContentsEntry]
  let documentation: RuleDocumentation

  func write(to html: inout HTMLWriter) {
    let rows = use.tallies.filter { !$0.value.bundles.isEmpty }.sorted { left, right in
      let (first, second) = (left.value.bundles.count, right.value.bundles.count)
      return first == second ? left.key.utf8.lexicographicallyPrecedes(right.key.utf8) : first > second
    }
    if rows.isEmpty { return }
    html.element("section", ["aria-labelledby": "overview-title"]) { html in
      html.element("h2", ["id": "overview-title"], text: "Rules with findings")
      TableFrame.write(title: "Rules with findings", style: "overview", rows: rows.count, to: &html) { html in
        html.element("thead") { html in
          html.element("tr") { html in
            for title in ["Rule", "Severity"] { html.element("th", ["scope": "col"], text: title) }
            for title in ["Findings", "Bundles"] {
              html.element("th", ["scope": "col", "class": "number"], text: title)
            }
            html.element("th", ["scope": "col"], text: "In")
          }
        }
        html.element("tbody") { html in for (rule, tally) in rows { write(rule, tally, &html) } }
      }
    }
    html.newLine()
  }

  private func write(_ rule: String, _ tally: RuleUse.Tally, _ html: inout HTMLWriter) {
    html.newLine()
    html.element("tr") { html in
      html.element("th", ["scope": "row", "class": "name"]) { html in
        if let anchor = documentation.anchor(of: rule) {
          html.element("a", ["href": "#" + anchor]) { $0.dottedText(rule) }
        } else {
          html.dottedText(rule)
        }
      }
      html.element("td", text: tally.worst?.rawValue ?? "not evaluated")
      html.element("td", ["class": "number"], text: GroupedCount.text(tally.open))
      html.element("td", ["class": "number"], text: GroupedCount.text(tally.bundles.count))
      html.element("td", ["class": "where"]) { html in
        writeLinks(tally.bundles.prefix(Self.mostShown), &html)
        let rest = tally.bundles.dropFirst(Self.mostShown)
        if rest.isEmpty { return }
        html.element("details") { html in
          html.element("summary", text: "\(GroupedCount.text(rest.count)) more")
          writeLinks(rest.prefix(Self.mostNamed), &html)
          if rest.count > Self.mostNamed { html.text(" and \(GroupedCount.text(rest.count - Self.mostNamed)) more") }
        }
      }
    }
  }

  private func writeLinks(_ numbers: ArraySlice<Int>, _ html: inout HTMLWriter) {
    for (position, number) in numbers.enumerated() {
      guard entries.indices.contains(number - 1) else { continue }
      if position > 0 { html.text(", ") }
      let entry = entries[number - 1]
      html.element("a", ["href": "#" + entry.anchor], text: entry.name)
    }
  }
}
