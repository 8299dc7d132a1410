package import Presentation
import BuildRecords
import ReleaseLedger

package struct LedgerFigure {
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

  private func writeState(_ html: inout HTMLWriter) {
    guard let newest = series.newest else { return }
    html.line("p", ["class": "state"]) { html in
      html.element("strong", text: ColumnText.shortened(newest.entry.versionText, to: 80))
      html.text(" \(newest.entry.verdict == .pass ? "passed" : "failed") ")
      html.time(newest.time)
      html.text(" UTC. \(series.outcomes).")
    }
  }

  package func write(to html: inout HTMLWriter) {
    writeState(&html)
    let chart = LedgerChart(series.builds, limit: limit)
    let frame = isLarge ? ChartFrame.large(versions: chart.levelCount) : .small
    html.line("figure") { html in
      writeLegend(&html)
      LedgerChartSVG(chart: chart, frame: frame, summary: summary(chart)).write(to: &html)
      let notes = notes(chart)
      if !notes.isEmpty { html.element("figcaption", text: notes.joined(separator: " ")) }
    }
  }

  /// Writes a chart of each measure that at least two builds have. The table of the builds has the same numbers.
  func writeMeasures(to html: inout HTMLWriter) {
    for name in series.measures.prefix(Self.mostMeasures) {
      guard let chart = LedgerChart(series.builds, measure: name, limit: limit) else { continue }
      html.line("figure", ["class": "measure"]) { html in
        html.element("p", ["class": "measure-name"]) { html in
          html.element("strong", text: ColumnText.shortened(name, to: 60))
          html.text(" " + changes(of: name))
        }
        LedgerChartSVG(chart: chart, frame: .measure, summary: summary(ofMeasure: name, chart)).write(to: &html)
      }
    }
  }

  private static let mostMeasures = 6

  private func values(of measure: String) -> [(build: RecordedBuild, value: Int64)] {
    series.builds.compactMap { build in build.entry.details.measure(measure).map { (build, $0) } }
  }

  /// `674.9 KB in #59; +31.5 KB, +4.9 % since #57`
  private func changes(of measure: String) -> String {
    let values = values(of: measure)
    guard let last = values.last else { return "" }
    let text = "\(MeasureText.text(last.value, of: measure)) in #\(last.build.sequence)"
    guard let before = values.dropLast().last(where: { [.passed, .shipped].contains($0.build.standing) }) else {
      return text
    }
    return
      "\(text); \(MeasureText.change(from: before.value, to: last.value, of: measure)) since #\(before.build.sequence)"
  }

  private func summary(ofMeasure name: String, _ chart: LedgerChart) -> String {
    let values = values(of: name)
    func text(_ value: Int64?) -> String { value.map { MeasureText.text($0, of: name) } ?? "none" }
    return """
      Chart of \(ColumnText.shortened(name, to: 60)) of \(GroupedCount.text(values.count, "build", "builds")) of \
      \(ColumnText.shortened(series.title, to: 120)): first \(text(values.first?.value)), last \(text(values.last?.value)), \
      lowest \(text(values.map(\.value).min())), highest \(text(values.map(\.value).max())).
      """
  }

  /// The style sheet draws the marks, in the shapes and colors of the chart.
  private func writeLegend(_ html: inout HTMLWriter) {
    let shown = Standing.allCases.filter { standing in
      standing == .passed || series.builds.contains { $0.standing == standing }
    }
    html.element("p", ["class": "legend", "aria-hidden": "true"]) { html in
      for standing in shown {
        html.element("span") { html in
          html.element("svg", ["class": "mark", "viewBox": "0 0 12 12"]) { html in
            html.element("g", ["class": standing.rawValue]) { html in
              if standing == .passed {
                html.empty("circle", ["cx": "6", "cy": "6", "r": "5"])
              } else {
                html.empty("path", ["d": MarkShape.path(standing, x: 6, y: 6, radius: standing == .failed ? 4 : 3)])
              }
            }
          }
          html.text(standing.rawValue)
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
    text += "versions \(versions.joined(separator: " to ")). \(series.outcomes)."
    if chart.omitted > 0 { text += " \(GroupedCount.text(series.builds.count - chart.omitted)) builds are drawn." }
    return chart.fallen.isEmpty
      ? text : text + " \(GroupedCount.text(chart.fallen.count)) had a lower version than an earlier build."
  }
}
