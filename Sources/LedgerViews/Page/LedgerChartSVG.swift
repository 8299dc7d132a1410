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
    (self.chart, self.frame, self.summary) = (chart, frame, summary)
    left = frame.labels.reduce(24) { left, labels in
      chart.levels(atMost: labels.versions).reduce(left) {
        max($0, Double(ColumnText.width(Self.label($1, labels))) * labels.characterWidth + 16)
      }
    }
  }

  func write(to html: inout HTMLWriter) {
    html.line(
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

  private static func label(_ level: LedgerChart.Level, _ labels: ChartFrame.Labels) -> String {
    ColumnText.shortened(labels.isFull ? level.text : level.shortText, to: labels.columns)
  }

  private func writeAxes(_ labels: ChartFrame.Labels, _ html: inout HTMLWriter) {
    let (right, bottom) = (frame.width - frame.right, frame.height - frame.bottom)
    html.line("g", ["class": "axes \(labels.style)"]) { html in
      var grid = ""
      for level in chart.levels(atMost: labels.versions) {
        grid += "M\(number(left)) \(number(y(level.y)))H\(number(right))"
        html.element(
          "text", ["class": "version", "x": number(left - 8), "y": number(y(level.y))], text: Self.label(level, labels))
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
  }

  /// A version is current from its build until the next.
  private func writeLine(_ html: inout HTMLWriter) {
    guard chart.passing.count > 1, let first = chart.passing.first else { return }
    var last = (x: number(x(first.x)), y: number(y(first.y)))
    var line = "M\(last.x) \(last.y)"
    for point in chart.passing.dropFirst() {
      let next = (x: number(x(point.x)), y: number(y(point.y)))
      if chart.isMeasure {
        line += "L\(next.x) \(next.y)"
      } else {
        if next.x != last.x { line += "H\(next.x)" }
        if next.y != last.y { line += "V\(next.y)" }
      }
      last = next
    }
    html.empty("path", ["class": "line", "d": line])
    html.newLine()
  }

  private func writePassing(_ html: inout HTMLWriter) {
    html.line("g", ["class": "passed"]) { html in
      for point in chart.passing where point.build.standing == .passed {
        html.line("circle", ["cx": number(x(point.x)), "cy": number(y(point.y)), "r": number(pointRadius)]) {
          writeTooltip(point.build, &$0)
        }
      }
    }
    write(chart.passing.filter { $0.build.standing == .shipped }, .shipped, &html)
  }

  private func writeFailing(_ html: inout HTMLWriter) {
    for standing in [Standing.failed, .withdrawn] {
      write(chart.failing.filter { $0.build.standing == standing }, standing, &html)
    }
  }

  private func write(_ points: [LedgerChart.Point], _ standing: Standing, _ html: inout HTMLWriter) {
    if points.isEmpty { return }
    let places = points.map { MarkShape.path(standing, x: x($0.x), y: y($0.y), radius: pointRadius) }
    if places.count > Self.mostTooltips {
      html.element("g", ["class": standing.rawValue]) { $0.empty("path", ["d": places.unique(by: \.self).joined()]) }
      return
    }
    html.line("g", ["class": standing.rawValue + " each"]) { html in
      for (point, place) in zip(points, places) {
        html.line("path", ["d": place]) { writeTooltip(point.build, &$0) }
      }
    }
  }

  private func writeTooltip(_ build: RecordedBuild, _ html: inout HTMLWriter) {
    let entry = build.entry
    html.element("title") { html in
      html.text(
        "\(ColumnText.shortened(entry.versionText, to: 48)) #\(build.sequence) \(entry.verdict.rawValue)\(build.standingText.map { ", " + $0 } ?? "")"
      )
      html.newLine()
      if let value = chart.valueText(of: build) {
        html.text(value)
        html.newLine()
      }
      html.text(BuildTime(milliseconds: build.time).dayAndTime + " UTC")
      html.newLine()
      html.text(entry.shortDigest)
      for label in build.shortLabels {
        html.newLine()
        html.text(label)
      }
    }
  }

  private func number(_ value: Double) -> String { MarkShape.number(value) }
}

/// The shapes of the marks that are not circles, as paths. They differ without colors, too.
enum MarkShape {
  static func path(_ standing: Standing, x: Double, y: Double, radius: Double) -> String {
    switch standing {
    case .passed: return ""
    case .failed:
      // A cross.
      let size = radius * 1.25
      return
        "M\(number(x - size)) \(number(y - size))l\(number(size * 2)) \(number(size * 2))m\(number(-size * 2)) 0"
        + "l\(number(size * 2)) \(number(-size * 2))"
    case .shipped:
      // A square on its corner.
      let size = radius * 1.9
      return
        "M\(number(x)) \(number(y - size))l\(number(size)) \(number(size))l\(number(-size)) \(number(size))"
        + "l\(number(-size)) \(number(-size))z"
    case .withdrawn:
      // A ring with a stroke through it.
      let (size, half) = (radius * 1.4, radius)
      return
        "M\(number(x - size)) \(number(y))a\(number(size)) \(number(size)) 0 1 0 \(number(size * 2)) 0"
        + "a\(number(size)) \(number(size)) 0 1 0 \(number(-size * 2)) 0"
        + "M\(number(x - half)) \(number(y + half))l\(number(half * 2)) \(number(-half * 2))"
    }
  }

  /// Returns a number rounded to a tenth, in the shortest form.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }
}

/// The size of a chart and its margins, in units of its `viewBox`: about pixels, or less on small screens.
struct ChartFrame {
  struct Labels {
    /// The class for the style sheet, which sets the size and shows the labels on some screens only.
    let style: StaticString
    let characterWidth: Double
    /// The most columns of a version; longer ones lose their middle.
    let columns: Int
    let versions: Int
    let isFull: Bool
  }

  let width: Double
  let height: Double
  let top: Double
  let right: Double
  let bottom: Double
  let labels: [Labels]
  let pointRadius: Double

  /// The frame for a product. A few versions need little height.
  static func large(versions: Int) -> ChartFrame {
    ChartFrame(
      width: 1000, height: min(400, 120 + 70 * Double(max(1, versions))), top: 18, right: 40, bottom: 44,
      labels: [
        Labels(style: "wide", characterWidth: 7.2, columns: 16, versions: 8, isFull: true),
        Labels(style: "narrow", characterWidth: 17.5, columns: 8, versions: 4, isFull: false),
      ], pointRadius: 4)
  }

  static let measure = ChartFrame(
    width: 1000, height: 190, top: 14, right: 40, bottom: 44,
    labels: [
      Labels(style: "wide", characterWidth: 7.2, columns: 16, versions: 2, isFull: true),
      Labels(style: "narrow", characterWidth: 17.5, columns: 10, versions: 2, isFull: false),
    ], pointRadius: 4)

  static let small = ChartFrame(
    width: 480, height: 190, top: 14, right: 24, bottom: 34,
    labels: [Labels(style: "only", characterWidth: 7.6, columns: 12, versions: 4, isFull: true)], pointRadius: 3.5)
}
