import BuildRecords
import Presentation
import ReleaseLedger

struct LedgerTable {
  let series: LedgerSeries
  /// The most rows; further builds are only counted.
  let most: Int

  func write(to html: inout HTMLWriter) {
    let rows = series.builds.suffix(most).reversed()
    let title = "Last recorded builds of \(ColumnText.shortened(series.title, to: 120))"
    TableFrame.write(title: title, style: "builds", rows: rows.count, to: &html) { html in
      html.element(
        "caption",
        text: rows.count < series.builds.count
          ? "The last \(rows.count) of \(GroupedCount.text(series.builds.count)) recorded builds"
          : rows.count == 1 ? "The only build" : "All \(rows.count) builds, last recorded first")
      html.element("thead") { html in
        html.element("tr") { html in
          html.element("th", ["scope": "col", "class": "number"], text: "Row")
          for title in ["Version", "Check", "Recorded (UTC)", "Contents"] + (hasMeasures ? ["Measures"] : []) + [
            "Labels"
          ] {
            html.element("th", ["scope": "col"], text: title)
          }
        }
      }
      html.element("tbody") { html in for build in rows { write(build, &html) } }
    }
  }

  private var hasMeasures: Bool { series.builds.contains { !$0.entry.details.measures.isEmpty } }

  private func write(_ build: RecordedBuild, _ html: inout HTMLWriter) {
    let entry = build.entry
    html.newLine()
    html.element("tr") { html in
      html.element("th", ["scope": "row", "class": "number"], text: "#\(build.sequence)")
      html.element("td", text: ColumnText.shortened(entry.versionText, to: 32))
      html.element("td") { html in
        switch entry.verdict {
        case .pass: html.element("span", ["class": "passed"], text: "pass")
        case .fail: html.element("span", ["class": "failed"], text: "✕ fail")
        }
        if let exceptions = entry.exceptionsText { html.text(", " + exceptions) }
        if let row = build.shipment { write(row, ", shipped", "", &html) }
        if let row = build.takenBackShipment {
          write(row, ", shipment taken back", ": " + ColumnText.shortened(row.entry.mark?.reason ?? "", to: 200), &html)
        }
        if let row = build.drop { write(row, ", dropped", "", &html) }
        if let row = build.withdrawal {
          write(row, ", withdrawn", ": " + ColumnText.shortened(row.entry.mark?.reason ?? "", to: 200), &html)
        }
      }
      html.element(
        "td", text: BuildTime(milliseconds: build.time).dayAndTime + (build.isClockBehind ? " (clock behind)" : ""))
      html.element("td") { $0.element("code", ["title": entry.digest.text], text: entry.shortDigest) }
      if hasMeasures {
        html.element("td") { html in
          for (number, measure) in entry.details.measures.enumerated() {
            if number > 0 { html.empty("br") }
            html.text("\(measure.name) \(MeasureText.text(measure.value, of: measure.name))")
          }
        }
      }
      html.element("td", ["class": "labels"]) { html in
        for label in build.firstLabels { write(label, &html) }
        if let more = build.moreLabels { html.element("span", ["class": "label"], text: more) }
      }
    }
  }

  private func write(_ row: RecordedBuild, _ word: String, _ reason: String, _ html: inout HTMLWriter) {
    let time = BuildTime(milliseconds: row.time)
    html.text(word + " ")
    html.element("time", ["datetime": time.text, "title": "row #\(row.sequence)"], text: time.dayAndMinute)
    if !reason.isEmpty { html.text(reason) }
  }

  private func write(_ label: BuildEntry.Label, _ html: inout HTMLWriter) {
    guard let target = LabelLink.target(of: label) else {
      html.element("span", ["class": "label"], text: label.shortText)
      return
    }
    // The target must not learn of the page, and the page does not vouch for it.
    html.element(
      "a", ["class": "label", "href": target, "rel": "noreferrer noopener nofollow"], text: label.shortText)
  }
}

enum LabelLink {
  /// Returns the value if it is an https URL that is safe to follow, or nil.
  static func target(of label: BuildEntry.Label) -> String? {
    ExternalLink.target(label.value, schemes: ["https://"])
  }
}
