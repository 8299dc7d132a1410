import PolicyEngine

/// What a ledger has of a product, as a chart.
struct HistoryFigure {
  let history: BuildHistory
  let bundle: BundleReport

  func write(to html: inout HTMLWriter) {
    html.element("div", ["class": "group history"]) { html in
      html.element("h3") { html in
        html.text("Builds in the ledger")
        html.element("small") { $0.dottedText(ColumnText.shortened(history.identifier, to: 120)) }
      }
      html.newLine()
      if let failure = history.failure {
        html.element("p", ["class": "waiver expired"]) { html in
          html.element("strong", text: "The ledger could not be read to its end")
          html.text(" " + failure)
        }
      }
      if history.builds.isEmpty {
        html.element("p", ["class": "note"], text: "The ledger has no build of it yet.")
      } else {
        let series = LedgerSeries(
          identifier: history.identifier, platform: history.platform, builds: history.builds)
        let figure = LedgerFigure(series: series, isLarge: true, limit: history.builds.count)
        figure.writeState(to: &html)
        figure.write(to: &html)
        if history.total > history.builds.count {
          html.element(
            "p", ["class": "note"],
            text:
              "The newest \(LedgerCount.text(history.builds.count)) of \(LedgerCount.text(history.total)) are shown.")
        }
      }
    }
    html.newLine()
  }
}
