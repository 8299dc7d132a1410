/// Writes HTML and the SVG inside it. Names of elements and attributes can only be literals of the program; every other text
/// is escaped on its way in.
package struct HTMLWriter {
  /// Names with their values, in the order written.
  package typealias Attributes = KeyValuePairs<StaticString, String>

  /// What has been written.
  package private(set) var markup = ""

  /// How many bytes stand before what is written by others.
  private var gap: Int?

  /// Starts an empty document.
  package init() {}

  /// Something stands here that is written by others: what has been written is before it, and what comes is after it.
  package mutating func leaveGap() { gap = markup.utf8.count }

  /// What stands before and after the gap, in UTF-8; all of it before, when there is none.
  package var parts: (head: [UInt8], tail: [UInt8]) {
    let gap = gap ?? markup.utf8.count
    return (Array(markup.utf8.prefix(gap)), Array(markup.utf8.dropFirst(gap)))
  }

  /// `<!DOCTYPE html>`, which begins a document.
  package mutating func documentType() { markup += "<!DOCTYPE html>\n" }

  /// An element with the content that `body` writes.
  package mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], _ body: (inout HTMLWriter) -> Void
  ) {
    open(name, attributes)
    markup += ">"
    body(&self)
    markup += "</\(name)>"
  }

  /// An element with text in it.
  package mutating func element(_ name: StaticString, _ attributes: Attributes = [:], text: String) {
    element(name, attributes) { $0.text(text) }
  }

  /// An element that can't have content, such as `meta`, or that has none in SVG.
  package mutating func empty(_ name: StaticString, _ attributes: Attributes = [:]) {
    open(name, attributes)
    markup += "/>"
  }

  /// Text; nothing in it is markup.
  package mutating func text(_ text: String) { markup += HTMLText(text).markup }

  /// Text such as an identifier, which a line may break after each dot of, rather than inside a word.
  package mutating func dottedText(_ text: String) {
    for (position, part) in text.split(separator: ".", omittingEmptySubsequences: false).enumerated() {
      if position > 0 {
        self.text(".")
        empty("wbr")
      }
      self.text(String(part))
    }
  }

  /// A line end, to keep the source readable or the lines of a tooltip apart.
  package mutating func newLine() { markup += "\n" }

  /// A style sheet of the program's own.
  package mutating func style(_ sheet: StaticString) { markup += "<style>\n\(sheet)\n</style>\n" }

  /// A script of the program's own, which its page allows by its digest.
  package mutating func script(_ script: InlineScript) { markup += "<script>\(script.text)</script>\n" }

  private mutating func open(_ name: StaticString, _ attributes: Attributes) {
    markup += "<\(name)"
    for (attribute, value) in attributes { markup += " \(attribute)=\"\(HTMLText(value).markup)\"" }
  }
}
