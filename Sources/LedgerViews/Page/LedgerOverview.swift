import Presentation

struct LedgerOverview {
  let products: [LedgerProduct]
  let listed: [Int]
  let charted: [Int]

  func write(to html: inout HTMLWriter) {
    let rows = listed.flatMap { position in products[position].products.map { (position, $0) } }
    html.line("section") { html in
      html.element("h2", text: "Products")
      TableFrame.write(
        title: "Products", style: "products", caption: caption(rows.count),
        columns: [
          .text("Product"), .text("Platform"), .text("Newest version"), .text("Last recorded"), .number("Builds"),
          .number("Failed"),
        ], rows: rows.count, to: &html
      ) { html in
        let charted = Set(charted)
        for (position, series) in rows {
          write(series, anchor: charted.contains(position) ? LedgerPage.anchor(position) : nil, &html)
        }
      }
    }
  }

  private func caption(_ count: Int) -> String {
    var sentences = [GroupedCount.text(count, "product and platform", "products and platforms") + "."]
    if products.count > listed.count {
      let all = GroupedCount.text(products.count)
      sentences.append("The \(GroupedCount.text(listed.count)) of \(all) products with the newest builds are listed.")
    }
    if products.count > charted.count {
      sentences.append("The \(charted.count) products with the newest builds have a chart below.")
    }
    return sentences.joined(separator: " ")
  }

  private func write(_ series: LedgerSeries, anchor: String?, _ html: inout HTMLWriter) {
    html.newLine()
    html.element("tr") { html in
      html.element("th", ["scope": "row", "class": "name"]) { html in
        let name = ColumnText.shortened(series.identifier, to: 80)
        if let anchor {
          html.element("a", ["href": "#" + anchor]) { $0.dottedText(name) }
        } else {
          html.dottedText(name)
        }
      }
      html.element("td", text: series.shownPlatform ?? "unknown")
      html.element("td", text: ColumnText.shortened(series.newest?.entry.versionText ?? "", to: 32))
      html.element("td") { html in if let last = series.last { html.time(last.time) } }
      html.element("td", ["class": "number"], text: GroupedCount.text(series.builds.count))
      html.element("td", ["class": "number"], text: GroupedCount.text(series.failures))
    }
  }
}
