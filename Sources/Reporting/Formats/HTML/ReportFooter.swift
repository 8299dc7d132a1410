/// How the page is read, and what made it.
struct ReportFooter {
  let toolVersion: String

  func write(to html: inout HTMLWriter) {
    html.element("footer", ["id": "reading"]) { html in
      html.element("h2", text: "How to read this")
      html.element(
        "p",
        text: """
          PASS: every rule that applies was evaluated, and nothing that was found is bad enough to fail. FAIL: there are findings \
          that count. INCOMPLETE: something could not be read or judged, so that nothing is known of it; that is neither a pass nor \
          a mere finding.
          """)
      html.element(
        "p",
        text: """
          A finding is an error, a warning or a note, as its rule has it. One that is waived or baselined is let be: a waiver says why, who \
          answers for it, and until which day; a baseline holds findings that were there when it was written. An expired waiver covers \
          nothing. A rule that is not applicable is for other kinds of bundles, systems or days.
          """)
      html.element(
        "p",
        text: """
          An excerpt shows the lines of a property list around what a finding is about, which is marked ▸; a key that is not there is \
          marked + where it should stand. Of a binary file the values are written as XML. What could steer a reader, such as control \
          characters, is shown as \\u{…}.
          """)
      html.element("p", ["class": "tool"], text: "bundlepolicy \(toolVersion)")
    }
    html.newLine()
  }
}
