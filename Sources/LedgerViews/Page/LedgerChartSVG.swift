import BuildRecords
import Presentation
import ReleaseLedger

/// Draws a chart as SVG inside HTML. A point's tooltip is its `title`, so no script is needed.
struct LedgerChartSVG {
  /// If there are more failed builds, they have no tooltips, and builds at the same place are drawn once.
  static let mostTooltips = 600

  private let chart: LedgerChart
  private let frame: ChartFrame
  private let summary: String
  /// Room for the widest labels of any size.
  private let left: Double

  /// - Parameter summary: A sentence that describes the chart to screen readers.
  init(chart: LedgerChart, frame: ChartFrame, summary: String) {
    self.chart = chart
    self.frame = frame
    self.summary = summary
    left = frame.labels.reduce(24) { left, labels in
      chart.versions(atMost: labels.versions).reduce(left) {
        max($0, Double(ColumnText.width(Self.label($1, labels))) * labels.characterWidth + 16)
      }
    }
  }

  func write(to html: inout HTMLWriter) {
    html.element(
      "svg",
      [
        "class": "chart" + (frame.labels.count > 1 ? " large" : "") + (isDense ? " dense" : ""),
        "viewBox": "0 0 \(number(frame.width)) \(number(frame.height))",
        "role": "img", "aria-label": summary,
      ]
    ) { html in
      html.newLine()
      for labels in frame.labels { writeAxes(labels, &html) }
      // Drawn below the line, which many of them would hide.
      if isDense { writeFailing(&html) }
      writeLine(&html)
      writePassing(&html)
      if !isDense { writeFailing(&html) }
    }
    html.newLine()
  }

  /// Whether points of full size would cover each other.
  private var isDense: Bool {
    Double(chart.passing.count + chart.failing.count) * frame.pointRadius * 2 > frame.width * 0.8
  }

  private var pointRadius: Double { isDense ? frame.pointRadius * 0.5 : frame.pointRadius }

  /// Keep points at the edge away from the axes.
  private var inset: Double { frame.pointRadius * 3 }

  private func x(_ position: Double) -> Double {
    left + inset + position * (frame.width - frame.right - left - inset * 2)
  }

  private func y(_ position: Double) -> Double {
    frame.height - frame.bottom - inset - position * (frame.height - frame.bottom - frame.top - inset * 2)
  }

  private static func label(_ version: LedgerChart.MarkedVersion, _ labels: ChartFrame.Labels) -> String {
    ColumnText.shortened(
      labels.isFull ? version.entry.versionText : version.entry.build ?? version.entry.versionText, to: labels.columns)
  }

  private func writeAxes(_ labels: ChartFrame.Labels, _ html: inout HTMLWriter) {
    let (right, bottom) = (frame.width - frame.right, frame.height - frame.bottom)
    html.element("g", ["class": "axes \(labels.style)"]) { html in
      var grid = ""
      for version in chart.versions(atMost: labels.versions) {
        grid += "M\(number(left)) \(number(y(version.y)))H\(number(right))"
        html.element(
          "text", ["class": "version", "x": number(left - 8), "y": number(y(version.y))],
          text: Self.label(version, labels))
      }
      let ticks = chart.time.ticks(
        length: right - left - inset * 2, characterWidth: labels.characterWidth, gap: labels.characterWidth * 3)
      for tick in ticks {
        let x = x(tick.position)
        grid += "M\(number(x)) \(number(frame.top))V\(number(bottom + 5))"
        // A label at the end would extend beyond the picture.
        let half = Double(tick.label.count) * labels.characterWidth / 2
        let isLast = x + half > frame.width
        html.element(
          "text",
          [
            "class": isLast ? "time last" : "time", "x": number(isLast ? frame.width : x),
            "y": number(bottom + 10),
          ], text: tick.label)
      }
      html.empty("path", ["class": "grid", "d": grid])
      html.empty(
        "path", ["class": "axis", "d": "M\(number(left)) \(number(frame.top))V\(number(bottom))H\(number(right))"])
    }
    html.newLine()
  }

  /// A version is current from its build until the next.
  private func writeLine(_ html: inout HTMLWriter) {
    guard chart.passing.count > 1, let first = chart.passing.first else { return }
    var last = (x: number(x(first.x)), y: number(y(first.y)))
    var line = "M\(last.x) \(last.y)"
    for point in chart.passing.dropFirst() {
      let next = (x: number(x(point.x)), y: number(y(point.y)))
      if next.x != last.x { line += "H\(next.x)" }
      if next.y != last.y { line += "V\(next.y)" }
      last = next
    }
    html.empty("path", ["class": "line", "d": line])
    html.newLine()
  }

  private func writePassing(_ html: inout HTMLWriter) {
    html.element("g", ["class": "pass"]) { html in
      for point in chart.passing {
        html.element("circle", ["cx": number(x(point.x)), "cy": number(y(point.y)), "r": number(pointRadius)]) {
          writeTooltip(point.build, &$0)
        }
        html.newLine()
      }
    }
    html.newLine()
  }

  private func writeFailing(_ html: inout HTMLWriter) {
    if chart.failing.isEmpty { return }
    let radius = pointRadius * 1.25
    let cross =
      "l\(number(radius * 2)) \(number(radius * 2))m\(number(-radius * 2)) 0l\(number(radius * 2)) \(number(-radius * 2))"
    let places = chart.failing.map { "M\(number(x($0.x) - radius)) \(number(y($0.y) - radius))" + cross }
    if places.count > Self.mostTooltips {
      var drawn: Set<String> = []
      html.element("g", ["class": "fail"]) {
        $0.empty("path", ["d": places.filter { drawn.insert($0).inserted }.joined()])
      }
      return
    }
    html.element("g", ["class": "fail each"]) { html in
      for (point, place) in zip(chart.failing, places) {
        html.element("path", ["d": place]) { writeTooltip(point.build, &$0) }
        html.newLine()
      }
    }
    html.newLine()
  }

  private func writeTooltip(_ build: RecordedBuild, _ html: inout HTMLWriter) {
    let entry = build.entry
    html.element("title") { html in
      html.text(
        "\(ColumnText.shortened(entry.versionText, to: 48)) #\(build.sequence) \(entry.verdict.rawValue)\(build.standingText.map { ", " + $0 } ?? "")"
      )
      html.newLine()
      html.text(BuildTime(milliseconds: build.time).dayAndTime + " UTC")
      html.newLine()
      html.text(entry.shortDigest)
      for label in build.shortLabels {
        html.newLine()
        html.text(label)
      }
    }
  }

  /// Returns a number rounded to a tenth, in the shortest form.
  private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }
}
