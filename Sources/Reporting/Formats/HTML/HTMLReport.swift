import Presentation
public import Reports

/// The report as a page for browsers: one file without external resources, which can be printed. A short script filters findings; without
/// it, all are shown.
///
/// The page begins with the verdict, the totals, errors of the whole check, and folded tables of bundles and rules, so that the first finding
/// is on the first screen. Each bundle with findings, errors or a history has a section. Descriptions of the rules, remarks, and the policies
/// follow.
public struct HTMLReport: ReportView {
  private let context: ReportContext
  private let documentation: RuleDocumentation
  private var contents: [ContentsEntry] = []
  private var rules = RuleUse()
  private var idle = IdleRules()
  /// The section of a bundle without findings, while it is the only bundle.
  private var only: [UInt8] = []
  private var passing: [UInt8] = []
  /// The most bytes of these, 16 MiB. Further sections are among the others.
  private static let mostKept = 16 << 20

  /// Filters everything on the page by words and severities, and shows what a link leads to. It contains no markup characters, because the
  /// page is XML, too.
  static let filter = InlineScript(EmbeddedText.reportJs)

  /// Creates the format.
  ///
  /// - Parameter context: The settings of the report.
  public init(_ context: ReportContext) {
    self.context = context
    documentation = RuleDocumentation(context.rules)
  }

  /// See `ReportView`.
  public mutating func add(_ bundle: BundleReport) -> [UInt8] {
    let entry = ContentsEntry(bundle, number: contents.count + 1)
    contents.append(entry)
    idle.count(bundle)
    rules.add(bundle, number: entry.number)
    only = []
    if entry.isSound, entry.number > 1 { return [] }
    var html = HTMLWriter()
    BundleSection(bundle: bundle, entry: entry, documentation: documentation).write(to: &html)
    let section = html.bytes
    if entry.isSound {
      only = section
      return []
    }
    guard entry.verdict == .pass, passing.count + section.count <= Self.mostKept else { return section }
    passing += section
    return []
  }

  /// See `ReportView`.
  public func finish(_ report: Report) -> (head: [UInt8], tail: [UInt8]) {
    let (head, tail) = document(report)
    return (head, only + passing + tail)
  }

  private var findings: Int { contents.reduce(0) { $0 + $1.counts.findings } }

  private var isFiltered: Bool { contents.count > 1 || findings > 1 }

  private func document(_ report: Report) -> (head: [UInt8], tail: [UInt8]) {
    let subject = contents.count == 1 ? contents[0].path : GroupedCount.text(contents.count, "bundle", "bundles")
    var html = HTMLWriter()
    html.page(
      title: "\(report.verdict.word): \(ColumnText.shortened(subject, to: 80)) – bundlepolicy",
      policy: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
        + (isFiltered ? "; script-src \(Self.filter.source)" : ""),
      styles: EmbeddedText.pageCss, EmbeddedText.reportCss, attributes: ["class": "report"]
    ) { html in
      html.line("a", ["class": "skip", "href": "#found"], text: "Skip to the bundles")
      let frame = ReportFrame(report: report, notes: idle.notes)
      let described = documentation.describes(rules) ? [(title: "Rules", anchor: "rules")] : []
      ReportHeader(
        report: report, contents: contents, asOf: context.asOf,
        jumps: described + frame.jumps + [("How to read this", "reading")]
      ).write(to: &html)
      html.line("main") { html in
        html.newLine()
        frame.writeErrors(to: &html)
        writeOverview(&html)
        if isFiltered {
          FilterBar(findings: findings, bundles: contents.count, rules: rules.found).write(to: &html)
        }
        html.line("div", ["id": "found"]) { html in
          html.newLine()
          html.leaveGap()
        }
        documentation.write(rules, to: &html)
        frame.writeRest(to: &html)
      }
      writeFooter(&html)
      if isFiltered { html.script(Self.filter) }
    }
    return html.parts
  }

  /// Nothing for one bundle with one rule that has findings.
  private func writeOverview(_ html: inout HTMLWriter) {
    if contents.count < 2, rules.found < 2 { return }
    html.line("section", ["class": "folds", "aria-label": "Overview"]) { html in
      html.newLine()
      if contents.count > 1 { ContentsTable(entries: contents).write(to: &html) }
      RuleOverview(use: rules, entries: contents, documentation: documentation).write(to: &html)
    }
  }

  private func writeFooter(_ html: inout HTMLWriter) {
    html.line("footer", ["id": "reading"]) { html in
      html.element("h2", text: "How to read this")
      html.element(
        "p",
        text: """
          PASS: every rule that applies was evaluated, and no finding is severe enough to fail. FAIL: there are findings severe \
          enough to fail. INCOMPLETE: something could not be read or evaluated, so its result is unknown: neither a pass nor \
          a finding.
          """)
      html.element(
        "p",
        text: """
          A finding is an error, a warning or a note, depending on its rule. A waived or baselined finding is accepted: a waiver says why, who \
          is responsible, and until which day; a baseline lists the findings that existed when it was written. An expired waiver covers \
          nothing. A rule that is not applicable is meant for other kinds of bundles, platforms or days.
          """)
      html.element(
        "p",
        text: """
          An excerpt shows the lines of a property list around the place of a finding, which is marked ▸; a missing key is \
          marked + where it belongs. The values of a binary file are shown as XML. Characters that could mislead a reader, such as control \
          characters, are shown as \\u{…}.
          """)
      html.element("p", ["class": "tool"], text: "bundlepolicy \(context.toolVersion)")
    }
  }
}

struct FilterBar {
  private static let kinds = [("error", "errors"), ("warning", "warnings"), ("note", "notes"), ("settled", "accepted")]

  let findings: Int
  let bundles: Int
  let rules: Int

  func write(to html: inout HTMLWriter) {
    html.line("div", ["class": "filter", "id": "filter", "role": "search", "hidden": ""]) { html in
      html.element("label", ["for": "words"], text: "Filter")
      html.empty(
        "input",
        [
          "type": "search", "id": "words", "placeholder": "bundle, rule, key or message", "autocomplete": "off",
          "spellcheck": "false", "aria-keyshortcuts": "/",
        ])
      html.element("span", ["class": "kinds", "role": "group", "aria-label": "Findings to show"]) { html in
        for (kind, word) in Self.kinds {
          html.element("label") { html in
            html.empty("input", ["type": "checkbox", "value": kind, "checked": ""])
            html.text(" " + word)
          }
        }
      }
      html.element("span", ["id": "matches", "role": "status"], text: counts)
      html.element("button", ["id": "reset", "type": "button", "hidden": ""], text: "Show all")
    }
  }
  private var counts: String {
    var counts = [GroupedCount.text(findings, "finding", "findings")]
    if bundles > 1 { counts.append(GroupedCount.text(bundles, "bundle", "bundles")) }
    if rules > 1 || bundles > 1 { counts.append(GroupedCount.text(rules, "rule", "rules")) }
    return counts.joined(separator: ", ")
  }
}
