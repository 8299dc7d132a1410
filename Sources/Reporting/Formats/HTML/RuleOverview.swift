import Presentation
import Reports

struct RuleOverview {
  private static let mostShown = 5
  private static let mostNamed = 200

  let use: RuleUse
  let entries: [ContentsEntry]
  let documentation: RuleDocumentation

  func write(to html: inout HTMLWriter) {
    let rows = rows
    guard let first = rows.first, rows.count > 1 || entries.count > 1 else { return }
    let worst = first.tally.worst.map {
      ", first \(first.rule) (\(GroupedCount.text(first.tally.open, $0.rawValue, $0.rawValue + "s")))"
    }
    html.line("details", ["id": "found-rules"]) { html in
      OverviewSummary.write("Rules with findings", GroupedCount.text(rows.count) + (worst ?? ""), to: &html)
      TableFrame.write(
        title: "Rules with findings", style: "overview",
        columns: [.text("Rule"), .text("Severity"), .number("Findings")]
          + (hasBundles ? [.number("Bundles"), .text("In")] : []), rows: rows.count, to: &html
      ) { html in for (rule, tally) in rows { write(rule, tally, &html) } }
    }
  }

  private var hasBundles: Bool { entries.count > 1 }

  /// By severity, then by the number of findings. Rules that could not be evaluated come first.
  private var rows: [(rule: String, tally: RuleUse.Tally)] {
    use.tallies.filter { !$0.value.bundles.isEmpty }.map { (rule: $0.key, tally: $0.value) }.sorted { left, right in
      let (first, second) = (left.tally, right.tally)
      if first.worst != second.worst {
        guard let worst = first.worst, let other = second.worst else { return first.worst == nil }
        return worst > other
      }
      return first.open == second.open
        ? left.rule.utf8.lexicographicallyPrecedes(right.rule.utf8) : first.open > second.open
    }
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
      html.element("td") { html in
        if let worst = tally.worst { worst.badge.write(to: &html) } else { html.text("not evaluated") }
      }
      html.element("td", ["class": "number"], text: GroupedCount.text(tally.open))
      if !hasBundles { return }
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
