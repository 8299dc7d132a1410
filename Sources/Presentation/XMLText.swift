import Basics

/// Text in XML 1.0.
package enum XMLText {
  /// Text for content and attributes: markup is escaped, and what XML can't hold becomes U+FFFD (XML 1.0, 2.2).
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

  /// Text of bundles, on one line: controls and what else steers a terminal is written out, as `TerminalText` does.
  package static func line(_ text: String) -> String { escaped(TerminalText.escape(text)) }

  /// Text of several lines, for content and attributes: their ends are characters of their own.
  package static func text(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(TerminalText.line(String($0))) }
      .joined(separator: "&#10;")
  }

  /// Several such lines, for content. None begins with a command for GitHub's runner: XML may be printed, too.
  package static func lines(_ lines: [String]) -> String {
    lines.map { escaped(TerminalText.line($0)) }.joined(separator: "\n")
  }
}
