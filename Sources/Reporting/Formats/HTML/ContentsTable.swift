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

struct ContentsEntry {
  let number: Int
  let path: String
  let identifier: String?
  let verdict: Verdict
  let counts: ReportSummary
  let errors: Int
  let name: String
  let version: String?
  let passed: Int
  let asOf: String?
  let isSound: Bool

  init(_ bundle: BundleReport, number: Int) {
    self.number = number
    path = ColumnText.shortened(bundle.path, to: 400)
    identifier = bundle.identifier.map { ColumnText.shortened($0, to: 120) }
    verdict = bundle.verdict
    counts = ReportSummary(bundle.findings)
    errors = bundle.errors.count
    let last = bundle.path.unicodeScalars.split(separator: "/").last.map { String($0) }
    name = ColumnText.shortened(last ?? bundle.path, to: 60)
    version = BundleSection.version(of: bundle).map { ColumnText.shortened($0, to: 60) }
    asOf = bundle.asOf?.text
    passed = bundle.rules.count { $0.status == .pass }
    isSound =
      bundle.verdict == .pass && bundle.findings.isEmpty && bundle.errors.isEmpty && bundle.history == nil
  }

  var anchor: String { "b\(number)" }
}

extension [ContentsEntry] {
  func count(_ verdict: Verdict) -> Int { count { $0.verdict == verdict } }

  /// `1 failed, 2 passed`
  func outcomes(_ verdicts: Verdict...) -> String {
    verdicts.filter { count($0) > 0 }.map { "\(GroupedCount.text(count($0))) \($0.outcome)" }.joined(separator: ", ")
  }
}

extension Verdict {
  func write(to html: inout HTMLWriter) {
    html.element("span", ["class": "word " + style]) { html in
      html.element("span", ["aria-hidden": "true"], text: sign)
      html.text(" " + word)
    }
  }
}
