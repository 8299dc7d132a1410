import Basics

package enum XMLText {
  /// Escapes text for content and attributes. Characters that XML does not allow become U+FFFD (XML 1.0, 2.2).
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t", "\r": result += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
      default: Markup.append(scalar, to: &result)
      }
    }
    return result
  }

  /// Escapes text from bundles for one line: also control characters, as `TerminalText` does.
  package static func line(_ text: String) -> String { escaped(TerminalText.escape(text)) }

  /// Escapes text of several lines for content and attributes; line ends are kept as character references.
  package static func text(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(TerminalText.line(String($0))) }
      .joined(separator: "&#10;")
  }

  /// Escapes lines for content. None begins with a command for a CI runner, because XML may be printed to a log.
  package static func lines(_ lines: [String]) -> String {
    lines.map { escaped(TerminalText.line($0)) }.joined(separator: "\n")
  }
}
