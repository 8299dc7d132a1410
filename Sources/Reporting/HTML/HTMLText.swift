/// Text that may stand in HTML and SVG, as content or between the quotes of an attribute: nothing in it is markup.
public struct HTMLText: Hashable, Sendable {
  /// The text as it is written into a document.
  public let markup: String

  /// Escapes what would be markup. Characters that steer a terminal or turn the order of the text are made visible as
  /// `TerminalText` does, line ends and NUL among them: a reader sees what is there.
  public init(_ text: String) {
    var markup = ""
    for scalar in TerminalText.escape(text).unicodeScalars {
      switch scalar {
      case "&": markup += "&amp;"
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      case "\"": markup += "&quot;"
      case "'": markup += "&#39;"
      default: markup.unicodeScalars.append(scalar)
      }
    }
    self.markup = markup
  }
}
