/// The frame of a table, which scrolls if the table is wider than the page or has many rows.
package enum TableFrame {
  /// The most rows of a table that does not scroll.
  package static let mostFree = 20

  /// The heading of a column.
  package enum Column {
    case text(String)
    case number(String)
  }

  /// Writes a table in its frame.
  /// - Parameters:
  ///   - title: The subject of the table, for screen readers.
  ///   - style: The class of the table, which controls how rows look on a small screen.
  ///   - rows: The number of rows.
  ///   - body: Writes the rows.
  package static func write(
    title: String, style: String, caption: String? = nil, columns: [Column], rows: Int, to html: inout HTMLWriter,
    _ body: (inout HTMLWriter) -> Void
  ) {
    html.element(
      "div",
      [
        "class": rows > mostFree ? "scroll tall" : "scroll", "role": "group", "aria-label": title, "tabindex": "0",
      ]
    ) { html in
      html.element("table", ["class": style]) { html in
        if let caption { html.element("caption", text: caption) }
        html.element("thead") { html in
          html.element("tr") { html in
            for column in columns {
              switch column {
              case .text(let title): html.element("th", ["scope": "col"], text: title)
              case .number(let title): html.element("th", ["scope": "col", "class": "number"], text: title)
              }
            }
          }
        }
        html.element("tbody") { body(&$0) }
      }
    }
    html.newLine()
  }
}
