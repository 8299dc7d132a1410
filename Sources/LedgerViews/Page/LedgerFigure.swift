package import Presentation
import ReleaseLedger

package struct LedgerFigure {
  /// The most builds that are named below a chart.
  private static let mostNamed = 3

  private let series: LedgerSeries
  private let isLarge: Bool
  private let limit: Int

  /// - Parameters:
  ///   - isLarge: Whether the chart is as wide as the page.
  ///   - limit: The most builds that are drawn.
  package init(series: LedgerSeries, isLarge: Bool, limit: Int) {
    (self.series, self.isLarge, self.limit) = (series, isLarge, limit)
  }

  package func writeState(to html: inout HTMLWriter) {
    guard let newest = series.newest else { return }
    html.element("p", ["class": "state"]) { html in
      html.element("strong", text: ColumnText.shortened(newest.entry.versionText, to: 80))
      html.text(" \(newest.entry.verdict == .pass ? "passed" : "failed") ")
      html.element(
        "time", ["datetime": BuildTime(milliseconds: newest.time).text],
        text: BuildTime(milliseconds: newest.time).dayAndMinute)
      html.text(" UTC. \(GroupedCount.text(series.builds.count, "build", "builds")), ")
      html.text(series.failures == 0 ? "none failed" : "\(GroupedCount.text(series.failures)) failed")
      html.text(series.withdrawn == 0 ? "." : ", \(GroupedCount.text(series.withdrawn)) withdrawn.")
    }
    html.newLine()
  }

  package func write(to html: inout HTMLWriter) {
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

  /// The style sheet draws the marks, in the shapes and colours of the chart.
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
      let builds = GroupedCount.text(chart.fallen.count, "passing build has", "passing builds have")
      let last = chart.fallen.suffix(Self.mostNamed).reversed().map {
        "#\($0.sequence), \(ColumnText.shortened($0.entry.versionText, to: 32))"
      }
      let which = chart.fallen.count > last.count ? "; the last are " : ": "
      notes.append("\(builds)a lower version than an earlier build\(which)\(last.joined(separator: "; ")).")
    }
    if chart.omitted > 0 {
      let shown = GroupedCount.text(series.builds.count - chart.omitted)
      notes.append(
        """
        \(shown) of \(GroupedCount.text(series.builds.count)) builds are drawn: all failed builds, the first, the last, the extremes, and \
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
    var text = "Chart of \(GroupedCount.text(series.builds.count, "build", "builds")) of \(title), "
    text += "recorded from \(day(chart.time.first)) to \(day(chart.time.last)), "
    text += "versions \(versions.joined(separator: " to ")): "
    text +=
      "\(GroupedCount.text(series.builds.count - series.failures)) passed, \(GroupedCount.text(series.failures)) failed."
    return chart.fallen.isEmpty
      ? text : text + "\(GroupedCount.text(chart.fallen.count)) had a lower version than an earlier build."
  }
}
