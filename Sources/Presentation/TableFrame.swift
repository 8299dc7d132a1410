/// The frame of a table, which scrolls if the table is wider than the page or has many rows.
package enum TableFrame {
  /// The most rows of a table that does not scroll.
  package static let mostFree = 20

  /// Writes a table in its frame.
  /// - Parameters:
  ///   - title: The subject of the table, for screen readers.
  ///   - style: The class of the table, which controls how rows look on a small screen.
  package static func write(
    title: String, style: String, rows: Int, to html: inout HTMLWriter, _ body: (inout HTMLWriter) -> Void
  ) {
    html.element(
      "div",
      [
        "class": rows > mostFree ? "scroll tall" : "scroll", "role": "group", "aria-label": title, "tabindex": "0",
      ]
    ) { $0.element("table", ["class": style], body) }
    html.newLine()
  }
}
