import Presentation
import ReleaseLedger

struct LedgerSection {
  let product: LedgerProduct
  let anchor: String
  let budget: LedgerPageBudget

  func write(to html: inout HTMLWriter) {
    html.line("section", ["id": anchor, "aria-labelledby": anchor + "-title"]) { html in
      html.line("h2", ["id": anchor + "-title"]) { html in
        html.dottedText(ColumnText.shortened(product.identifier, to: 200))
      }
      for series in product.products {
        html.line("article") { html in
          html.element("h3", text: series.shownPlatform ?? "Unknown platform")
          let figure = LedgerFigure(series: series, isLarge: true, limit: budget.points)
          figure.write(to: &html)
          figure.writeMeasures(to: &html)
          LedgerTable(series: series, most: budget.rows).write(to: &html)
        }
      }
      if !product.nested.isEmpty { writeNested(&html) }
    }
  }

  private func writeNested(_ html: inout HTMLWriter) {
    // Without a chart, the product would seem empty.
    html.element("details", product.products.isEmpty ? ["open": ""] : [:]) { html in
      html.line("summary", text: GroupedCount.text(product.nested.count, "nested bundle", "nested bundles"))
      html.element("div", ["class": "nested"]) { html in
        for series in product.nested.prefix(budget.nestedCharts) {
          html.line("article") { html in
            html.element("h3") { html in
              html.dottedText(ColumnText.shortened(series.identifier, to: 120))
              if let platform = series.shownPlatform { html.element("small", text: platform) }
            }
            LedgerFigure(series: series, isLarge: false, limit: budget.nestedPoints).write(to: &html)
            LedgerTable(series: series, most: budget.nestedRows).write(to: &html)
          }
        }
      }
      let rest = product.nested.count - budget.nestedCharts
      if rest > 0 { html.element("p", ["class": "note"], text: "\(GroupedCount.text(rest)) more are not shown here.") }
    }
  }
}
