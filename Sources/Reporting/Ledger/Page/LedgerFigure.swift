import ReleaseLedger

/// The builds of one bundle over time: a chart, and in words what it shows.
struct LedgerFigure {
  /// Builds below a chart that are named, at most.
  private static let mostNamed = 3

  let series: LedgerSeries
  /// Whether it is as wide as the page.
  let isLarge: Bool
  /// Points, at most.
  let limit: Int

  /// What the newest build is, in a line.
  func writeState(to html: inout HTMLWriter) {
    guard let newest = series.newest else { return }
    html.element("p", ["class": "state"]) { html in
      html.element("strong", text: ColumnText.shortened(newest.entry.versionText, to: 80))
      html.text(" \(newest.entry.verdict == .pass ? "passed" : "failed") ")
      html.element(
        "time", ["datetime": BuildTime(milliseconds: newest.time).text],
        text: BuildTime(milliseconds: newest.time).dayAndMinute)
      html.text(" UTC. \(LedgerCount.text(series.builds.count, "build", "builds")), ")
      html.text(series.failures == 0 ? "none failed" : "\(LedgerCount.text(series.failures)) failed")
      html.text(series.withdrawn == 0 ? "." : ", \(LedgerCount.text(series.withdrawn)) withdrawn.")
    }
    html.newLine()
  }

  /// The chart with its legend, and what must be said of it.
  func write(to html: inout HTMLWriter) {
    let chart = LedgerChart(series.builds, limit: limit)
    let frame = isLarge ? ChartFrame.large(versions: chart.versionCount) : .small
    html.element("figure") { html in
      writeLegend(&html)
      LedgerChartSVG(chart: chart, frame: frame, summary: summary(chart)).write(to: &html)
      let notes = notes(chart)
      if !notes.isEmpty { html.element("figcaption", text: notes.joined(separator: " ")) }
    }
    html.newLine()
  }

  /// The marks are drawn by the style sheet, in the shapes and colours of the chart.
  private func writeLegend(_ html: inout HTMLWriter) {
    html.element("p", ["class": "legend", "aria-hidden": "true"]) { html in
      for (style, text) in [("pass", "passed"), ("fail", series.withdrawn == 0 ? "failed" : "failed or withdrawn")] {
        html.element("span") { html in
          html.element("svg", ["class": "mark", "viewBox": "0 0 12 12"]) { html in
            html.element("g", ["class": style]) { html in
              if style == "pass" {
                html.empty("circle", ["cx": "6", "cy": "6", "r": "5"])
              } else {
                html.empty("path", ["d": "M1 1l10 10m-10 0l10-10"])
              }
            }
          }
          html.text(text)
        }
      }
    }
  }

  private func notes(_ chart: LedgerChart) -> [String] {
    var notes: [String] = []
    if !chart.fallen.isEmpty {
      let builds = LedgerCount.text(chart.fallen.count, "passing build has", "passing builds have")
      let last = chart.fallen.suffix(Self.mostNamed).reversed().map {
        "#\($0.sequence), \(ColumnText.shortened($0.entry.versionText, to: 32))"
      }
      let which = chart.fallen.count > last.count ? "; the last are " : ": "
      notes.append("\(builds)a lower version than an earlier build\(which)\(last.joined(separator: "; ")).")
    }
    if chart.omitted > 0 {
      let shown = LedgerCount.text(series.builds.count - chart.omitted)
      notes.append(
        """
        \(shown) of \(LedgerCount.text(series.builds.count)) builds are drawn: all failed builds, the first, the last, the extremes, and \
        those that shape the line.
        """)
    }
    if chart.failing.count > LedgerChartSVG.mostTooltips {
      notes.append("There are so many failed builds that those at the same place are drawn as one, without a tooltip.")
    }
    return notes
  }

  private func summary(_ chart: LedgerChart) -> String {
    func day(_ time: Int64) -> String { BuildTime(milliseconds: time).day }
    let title = ColumnText.shortened(series.title, to: 120)
    let versions = chart.versions(atMost: 2).map { ColumnText.shortened($0.entry.versionText, to: 48) }
    var text = "Chart of \(LedgerCount.text(series.builds.count, "build", "builds")) of \(title), "
    text += "recorded from \(day(chart.time.first)) to \(day(chart.time.last)), "
    text += "versions \(versions.joined(separator: " to ")): "
    text +=
      "\(LedgerCount.text(series.builds.count - series.failures)) passed, \(LedgerCount.text(series.failures)) failed."
    return chart.fallen.isEmpty
      ? text : text + "\(LedgerCount.text(chart.fallen.count)) had a lower version than an earlier build."
  }
}
