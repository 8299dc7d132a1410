import Presentation
import Reports

/// The bundles with their verdicts: first the ones that need attention, then a line for each of the others. Folded, so that the first finding
/// is on the first screen.
struct ContentsTable {
  let entries: [ContentsEntry]

  func write(to html: inout HTMLWriter) {
    let sound = entries.filter(\.isSound)
    let hasOthers = sound.count < entries.count
    html.line("details", hasOthers ? ["id": "bundles"] : ["id": "bundles", "open": ""]) { html in
      OverviewSummary.write("Bundles", entries.outcomes(.error, .fail, .pass), to: &html)
      if hasOthers { writeOthers(&html) }
      if !sound.isEmpty { write(sound: sound, &html) }
    }
  }

  private func writeOthers(_ html: inout HTMLWriter) {
    let others = entries.filter { !$0.isSound }
    TableFrame.write(
      title: "Bundles with findings", style: "contents",
      columns: [
        .text("Bundle"), .text("Verdict"), .number("Errors"), .number("Warnings"), .number("Notes"),
        .number("Accepted"),
      ], rows: others.count, to: &html
    ) { html in
      for verdict in [Verdict.error, .fail, .pass] {
        for entry in others where entry.verdict == verdict { write(entry, &html) }
      }
    }
  }

  /// One line each, because they need no attention.
  private func write(sound: [ContentsEntry], _ html: inout HTMLWriter) {
    TableFrame.write(
      title: "Bundles without findings", style: "sound",
      columns: [.text("Passed without findings"), .text("Version"), .number("Rules passed")], rows: sound.count,
      to: &html
    ) { html in
      for entry in sound {
        html.newLine()
        html.element("tr", ["id": entry.anchor]) { html in
          html.element("th", ["scope": "row", "class": "name"]) { html in
            html.text(entry.path)
            if let identifier = entry.identifier { html.element("small") { $0.dottedText(identifier) } }
          }
          html.element("td", text: entry.version ?? "")
          html.element("td", ["class": "number"], text: GroupedCount.text(entry.passed))
        }
      }
    }
  }

  private func write(_ entry: ContentsEntry, _ html: inout HTMLWriter) {
    html.newLine()
    html.element("tr") { html in
      html.element("th", ["scope": "row", "class": "name"]) { html in
        html.element("a", ["href": "#" + entry.anchor], text: entry.path)
        if let identifier = entry.identifier { html.element("small") { $0.dottedText(identifier) } }
      }
      html.element("td") { entry.verdict.write(to: &$0) }
      let counts = entry.counts
      for number in [counts.errors, counts.warnings, counts.notes, counts.waived + counts.baselined] {
        html.element("td", ["class": number == 0 ? "number zero" : "number"], text: GroupedCount.text(number))
      }
    }
  }
}

enum OverviewSummary {
  static func write(_ title: String, _ text: String, to html: inout HTMLWriter) {
    html.line("summary") { html in
      html.element("h2", text: title)
      html.element("small", text: text)
      html.element("small", ["class": "shown"]) { _ in }
    }
  }
}
