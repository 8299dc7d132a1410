/// What lies around a table: it scrolls when the table is wider than the page, or has many rows.
package enum TableFrame {
  /// Rows that stand free; a table with more is as high as about that many, and scrolls.
  package static let mostFree = 20

  /// A table in its frame.
  /// - Parameters:
  ///   - title: What the table is of, for those who can't see what stands around it.
  ///   - style: The class of the table: how its rows look on a small screen.
  package static func write(
    title: String, style: String, rows: Int, to html: inout HTMLWriter, _ body: (inout HTMLWriter) -> Void
  ) {
    html.element(
      "div",
      [
        "class": rows > mostFree ? "scroll tall" : "scroll", "role": "region", "aria-label": title, "tabindex": "0",
      ]
    ) { $0.element("table", ["class": style], body) }
    html.newLine()
  }
}
