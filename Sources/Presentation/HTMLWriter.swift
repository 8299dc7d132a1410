import Basics

/// Writes HTML and SVG. Names of elements and attributes can only be literals of the program; all other text is escaped.
package struct HTMLWriter {
  package typealias Attributes = KeyValuePairs<StaticString, String>

  package private(set) var bytes: [UInt8] = []

  package var markup: String { String(decoding: bytes, as: UTF8.self) }

  private var gap: Int?

  package init() {}

  /// Leaves a gap here for content that is written separately.
  package mutating func leaveGap() { gap = bytes.count }

  /// The document before and after the gap, in UTF-8. Without a gap, all of it is in `head`.
  package var parts: (head: [UInt8], tail: [UInt8]) {
    let gap = gap ?? bytes.count
    return (Array(bytes[..<gap]), Array(bytes[gap...]))
  }

  /// Writes a page. Even if something escaped our escaping, the browser would run and load only what the Content Security Policy allows.
  package mutating func page(
    title: String, policy: String, styles: StaticString..., attributes: Attributes = [:],
    _ body: (inout HTMLWriter) -> Void
  ) {
    append("<!DOCTYPE html>\n")
    line("html", ["lang": "en"]) { html in
      html.newLine()
      html.line("head") { html in
        html.newLine()
        html.empty("meta", ["charset": "utf-8"])
        html.empty("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
        html.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        html.empty("meta", ["name": "color-scheme", "content": "light dark"])
        html.newLine()
        html.line("title", text: title)
        for style in styles {
          html.append("<style>\n")
          html.append(style)
          html.append("</style>\n")
        }
      }
      html.element("body", attributes) { html in
        html.newLine()
        body(&html)
      }
    }
  }

  package mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], _ body: (inout HTMLWriter) -> Void
  ) {
    open(name, attributes)
    append(">")
    body(&self)
    append("</")
    append(name)
    append(">")
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
    append("/>")
  }

  package mutating func text(_ text: String) {
    var text = text
    let isPlain = text.withUTF8 { text in
      let isPlain = HTMLText.isPlain(text)
      if isPlain { bytes.append(contentsOf: text) }
      return isPlain
    }
    if !isPlain { bytes += HTMLText(text).markup.utf8 }
  }

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

  /// Writes text as a link if it is a URL that is safe to follow. The target must not learn of the page, and the page does not vouch for it.
  package mutating func linkedText(_ text: String) {
    guard let target = ExternalLink.target(text) else { return self.text(text) }
    element("a", ["href": target, "rel": ExternalLink.relation], text: text)
  }

  /// Writes a line end, to keep the source readable or to separate the lines of a tooltip.
  package mutating func newLine() { append("\n") }

  /// Writes a script, which the page's Content Security Policy allows by its digest.
  package mutating func script(_ script: InlineScript) { bytes += "<script>\(script.text)</script>\n".utf8 }

  private mutating func open(_ name: StaticString, _ attributes: Attributes) {
    append("<")
    append(name)
    for (attribute, value) in attributes {
      append(" ")
      append(attribute)
      append("=\"")
      text(value)
      append("\"")
    }
  }

  private mutating func append(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }
}

/// The frame of a table, which scrolls if the table is wider than the page or has many rows.
package enum TableFrame {
  /// The most rows of a table that does not scroll.
  package static let mostFree = 20

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

package struct InlineScript {
  package let text: String

  /// - Parameter source: The script, which ends with a newline.
  package init(_ source: StaticString) { text = "\n\(source)" }

  /// The `hash-source` that names the script in a Content Security Policy (CSP 3, 2.3.1).
  package var source: String {
    var digest = SHA256Digest()
    digest.update(text)
    return "'sha256-\(Base64.encode(digest.bytes))'"
  }
}

package enum PageAnchor {
  /// Returns the anchor for a name. Letters, digits, `-` and `.` are kept and all else is encoded, so two names never share an anchor.
  package static func name(_ text: String) -> String {
    var name: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: name.append(byte)
      default: name += "_\(String(byte, radix: 16, uppercase: true))".utf8
      }
    }
    return String(decoding: name, as: UTF8.self)
  }
}
