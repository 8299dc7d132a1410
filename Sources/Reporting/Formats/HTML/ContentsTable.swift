import PolicyEngine

/// The bundles with their verdicts, those that need somebody first.
struct ContentsTable {
  let entries: [ContentsEntry]

  func write(to html: inout HTMLWriter) {
    html.element("section", ["aria-labelledby": "contents-title"]) { html in
      html.element("h2", ["id": "contents-title"], text: "Bundles")
      TableFrame.write(title: "Bundles", style: "contents", rows: entries.count, to: &html) { html in
        html.element("caption", text: caption)
        html.element("thead") { html in
          html.element("tr") { html in
            for title in ["Bundle", "Verdict"] { html.element("th", ["scope": "col"], text: title) }
            for title in ["Errors", "Warnings", "Notes", "Accepted"] {
              html.element("th", ["scope": "col", "class": "number"], text: title)
            }
          }
        }
        html.element("tbody") { html in
          for verdict in [Verdict.error, .fail, .pass] {
            for entry in entries where entry.verdict == verdict { write(entry, &html) }
          }
        }
      }
    }
    html.newLine()
  }

  private var caption: String {
    func count(_ verdict: Verdict) -> Int { entries.count { $0.verdict == verdict } }
    let parts = [(Verdict.error, "incomplete"), (.fail, "failed"), (.pass, "passed")].compactMap { verdict, word in
      count(verdict) > 0 ? "\(LedgerCount.text(count(verdict))) \(word)" : nil
    }
    let mixed =
      parts.count > 1 ? "Bundles that did not pass come first; the sections below are in the order of their paths." : ""
    return parts.joined(separator: ", ") + "." + mixed
  }

  private func write(_ entry: ContentsEntry, _ html: inout HTMLWriter) {
    html.newLine()
    html.element("tr") { html in
      html.element("th", ["scope": "row", "class": "name"]) { html in
        html.element("a", ["href": "#" + entry.anchor], text: entry.path)
        if let identifier = entry.identifier { html.element("small") { $0.dottedText(identifier) } }
      }
      html.element("td") { html in
        entry.verdict.write(to: &html)
      }
      let counts = entry.counts
      for number in [counts.errors, counts.warnings, counts.notes, counts.waived + counts.baselined] {
        html.element("td", ["class": number == 0 ? "number zero" : "number"], text: LedgerCount.text(number))
      }
    }
  }
}
