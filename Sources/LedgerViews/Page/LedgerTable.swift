import BuildRecords
import Presentation
import ReleaseLedger

struct LedgerTable {
  let series: LedgerSeries
  /// The most rows; further builds are only counted.
  let most: Int

  func write(to html: inout HTMLWriter) {
    let rows = series.builds.suffix(most).reversed()
    let measures = Array(series.measures.prefix(Self.mostMeasures))
    let title = "Last recorded builds of \(ColumnText.shortened(series.title, to: 120))"
    let caption =
      rows.count < series.builds.count
      ? "The last \(rows.count) of \(GroupedCount.text(series.builds.count)) recorded builds"
      : rows.count == 1 ? "The only build" : "All \(rows.count) builds, last recorded first"
    let columns: [TableFrame.Column] =
      [.number("Row"), .text("Version"), .text("Check"), .text("Recorded (UTC)"), .text("Contents")]
      + measures.map { .number(ColumnText.shortened($0, to: 24)) } + [.text("Labels")]
    TableFrame.write(
      title: title, style: "builds", caption: caption, columns: columns, rows: rows.count, to: &html
    ) { html in for build in rows { write(build, measures, &html) } }
  }

  private static let mostMeasures = 4

  private func write(_ build: RecordedBuild, _ measures: [String], _ html: inout HTMLWriter) {
    let entry = build.entry
    html.newLine()
    html.element("tr") { html in
      html.element("th", ["scope": "row", "class": "number"], text: "#\(build.sequence)")
      html.element("td", text: ColumnText.shortened(entry.versionText, to: 32))
      html.element("td", ["class": "check"]) { write(build, &$0) }
      html.element("td") { html in
        html.time(build.time, seconds: true)
        if build.isClockBehind { html.text(" (clock behind)") }
      }
      html.element("td") { $0.element("code", ["title": entry.digest.text], text: entry.shortDigest) }
      for measure in measures {
        let value = entry.details.measure(measure).map { MeasureText.text($0, of: measure) }
        html.element("td", ["class": "number", "data-name": measure], text: value ?? "")
      }
      html.element("td", ["class": "labels"]) { html in
        for label in build.firstLabels { write(label, &html) }
        if let more = build.moreLabels { html.element("span", ["class": "label"], text: more) }
      }
    }
  }

  private func write(_ build: RecordedBuild, _ html: inout HTMLWriter) {
    let hasPassed = build.entry.verdict == .pass
    html.element("span", ["class": hasPassed ? "passed" : "failed"]) { html in
      html.element("span", ["aria-hidden": "true"], text: (hasPassed ? Standing.passed : .failed).sign)
      html.text(hasPassed ? " pass" : " fail")
    }
    if let exceptions = build.entry.exceptionsText { html.text(", " + exceptions) }
    func mark(_ standing: Standing?, _ word: String, _ row: RecordedBuild, because: Bool = false) {
      html.element("span", ["class": "standing"]) { html in
        if let standing {
          html.element("span", ["aria-hidden": "true"], text: standing.sign)
          html.text(" ")
        }
        html.text(word + " ")
        html.time(row.time, title: "row #\(row.sequence)")
        if because, let reason = row.entry.mark?.reason { html.text(": " + ColumnText.shortened(reason, to: 200)) }
      }
    }
    if let row = build.shipment { mark(.shipped, "shipped", row) }
    if let row = build.takenBackShipment { mark(nil, "shipment taken back", row, because: true) }
    if let row = build.drop { mark(nil, "dropped", row) }
    if let row = build.withdrawal { mark(.withdrawn, "withdrawn", row, because: true) }
  }

  private func write(_ label: BuildEntry.Label, _ html: inout HTMLWriter) {
    if let target = ExternalLink.target(label.value, schemes: ["https://"]) {
      html.element("a", ["class": "label", "href": target, "rel": ExternalLink.relation], text: label.shortText)
    } else {
      html.element("span", ["class": "label"], text: label.shortText)
    }
  }
}

extension HTMLWriter {
  mutating func time(_ moment: Int64, title: String? = nil, seconds: Bool = false) {
    let time = BuildTime(milliseconds: moment)
    let text = seconds ? time.dayAndTime : time.dayAndMinute
    if let title {
      element("time", ["datetime": time.text, "title": title], text: text)
    } else {
      element("time", ["datetime": time.text], text: text)
    }
  }
}
