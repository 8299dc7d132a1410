/// Writes HTML and SVG. Names of elements and attributes can only be literals of the program; all other text is escaped.
package struct HTMLWriter {
  package typealias Attributes = KeyValuePairs<StaticString, String>

  package private(set) var markup = ""

  /// The number of bytes before the gap.
  private var gap: Int?

  package init() {}

  /// Leaves a gap here for content that is written separately.
  package mutating func leaveGap() { gap = markup.utf8.count }

  /// The document before and after the gap, in UTF-8. Without a gap, all of it is in `head`.
  package var parts: (head: [UInt8], tail: [UInt8]) {
    let gap = gap ?? markup.utf8.count
    return (Array(markup.utf8.prefix(gap)), Array(markup.utf8.dropFirst(gap)))
  }

  package mutating func documentType() { markup += "<!DOCTYPE html>\n" }

  package mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], _ body: (inout HTMLWriter) -> Void
  ) {
    open(name, attributes)
    markup += ">"
    body(&self)
    markup += "</\(name)>"
  }

  package mutating func element(_ name: StaticString, _ attributes: Attributes = [:], text: String) {
    element(name, attributes) { $0.text(text) }
  }

  /// Writes an element and ends the line, to keep the source readable.
  package mutating func line(
    _ name: StaticString, _ attributes: Attributes = [:], _ body: (inout HTMLWriter) -> Void
  ) {
    element(name, attributes, body)
    newLine()
  }

  package mutating func line(_ name: StaticString, _ attributes: Attributes = [:], text: String) {
    line(name, attributes) { $0.text(text) }
  }

  package mutating func empty(_ name: StaticString, _ attributes: Attributes = [:]) {
    open(name, attributes)
    markup += "/>"
  }

  package mutating func text(_ text: String) { markup += HTMLText(text).markup }

  /// Writes text such as an identifier, with an optional line break after each dot.
  package mutating func dottedText(_ text: String) {
    for (position, part) in text.split(separator: ".", omittingEmptySubsequences: false).enumerated() {
      if position > 0 {
        self.text(".")
        empty("wbr")
      }
      self.text(String(part))
    }
  }

  /// Writes a line end, to keep the source readable or to separate the lines of a tooltip.
  package mutating func newLine() { markup += "\n" }

  package mutating func style(_ sheet: StaticString) { markup += "<style>\n\(sheet)\n</style>\n" }

  /// Writes a script, which the page's Content Security Policy allows by its digest.
  package mutating func script(_ script: InlineScript) { markup += "<script>\(script.text)</script>\n" }

  private mutating func open(_ name: StaticString, _ attributes: Attributes) {
    markup += "<\(name)"
    for (attribute, value) in attributes { markup += " \(attribute)=\"\(HTMLText(value).markup)\"" }
  }
}
