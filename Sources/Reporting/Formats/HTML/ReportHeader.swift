import Basics
import Presentation
import Reports

struct ReportHeader {
  let report: Report
  let contents: [ContentsEntry]
  let asOf: CalendarDate?
  let jumps: [(title: String, anchor: String)]

  func write(to html: inout HTMLWriter) {
    html.line("header") { html in
      html.newLine()
      html.line("div", ["class": "verdict " + report.verdict.style]) { html in
        html.element("h1") { html in
          html.element("span", ["class": "sign", "aria-hidden": "true"], text: report.verdict.sign)
          html.text(report.verdict.word)
        }
        html.element("p", ["class": "lede"]) { html in
          html.text(sentence)
          if let day { html.text(" The check is as of " + day + ".") }
        }
      }
      html.line("dl", ["class": "facts"]) { html in
        let summary = report.summary
        let outcomes = contents.count > 1 ? contents.outcomes(.pass, .fail, .error) : nil
        fact("Bundles", summary.bundles, note: outcomes, &html)
        fact("Errors", summary.errors, style: "error", &html)
        fact("Warnings", summary.warnings, style: "warning", &html)
        fact("Notes", summary.notes, &html)
        fact("Waived", summary.waived, &html)
        fact("Baselined", summary.baselined, &html)
        fact(
          contents.count > 1 ? "Rule evaluations" : "Rules evaluated", summary.rulesEvaluated,
          note:
            "\(GroupedCount.text(summary.rulesPassed)) passed, \(GroupedCount.text(summary.rulesFailed)) with findings or errors",
          &html)
        fact(
          "Not applicable", summary.rulesNotApplicable,
          note: contents.count > 1 ? "rules, counted for each bundle" : "rules", &html)
      }
      html.element("nav", ["class": "jumps", "aria-label": "On this page"]) { html in
        for (title, anchor) in jumps {
          html.line("a", ["href": "#" + anchor], text: title)
        }
      }
    }
  }

  /// The day that was given, or that rules read; with reports of several days, all of them.
  private var day: String? {
    if let asOf { return asOf.text }
    let days = Set(contents.compactMap(\.asOf))
    return days.isEmpty ? nil : days.sorted().joined(separator: ", ")
  }

  private var sentence: String {
    let all = contents.count
    switch report.verdict {
    case .pass:
      let summary = report.summary
      let isOpen = summary.errors + summary.warnings + summary.notes > 0
      if isOpen, report.failOn == .never { return "Findings are only reported: violations do not fail this check." }
      if isOpen {
        return "No finding is severe enough to fail the check: only findings of severity \(failing) fail it."
      }
      if summary.waived + summary.baselined > 0 {
        return "Every finding is accepted by a waiver or the baseline."
      }
      return all == 1 ? "The bundle passes every rule that applies." : "All bundles pass every rule that applies."
    case .fail:
      let failed = contents.count(.fail)
      if failed == 0 { return "The baseline lists findings that no longer occur, and --strict-baseline is set." }
      if all == 1 { return "The bundle violates rules: there are findings of severity \(failing)." }
      return
        "\(GroupedCount.text(failed)) of \(GroupedCount.text(all)) bundles \(failed == 1 ? "violates" : "violate") rules."
    case .error:
      let failed = contents.count(.fail)
      return
        "The check could not be completed. This report covers only a part; the rest may have violations, too."
        + (failed > 0 ? " \(GroupedCount.text(failed, "bundle is", "bundles are")) known to fail." : "")
    }
  }

  private var failing: String {
    switch report.failOn {
    case .error: "error"
    case .warning: "warning or error"
    case .note: "note, warning or error"
    case .never: "none"
    }
  }

  private func fact(
    _ name: String, _ number: Int, style: String = "", note: String? = nil, _ html: inout HTMLWriter
  ) {
    html.line("div", number == 0 ? ["class": "none"] : [:]) { html in
      html.element("dt", text: name)
      html.element("dd", number > 0 && !style.isEmpty ? ["class": style] : [:]) { html in
        html.text(GroupedCount.text(number))
        if let note { html.element("small", text: note) }
      }
    }
  }
}
