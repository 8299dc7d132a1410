import Basics

/// Text that may stand in HTML and SVG, as content or between the quotes of an attribute: nothing in it is markup.
public struct HTMLText: Hashable, Sendable {
  /// The text as it is written into a document.
  public let markup: String

  /// Escapes what would be markup. Characters that steer a terminal or turn the order of the text are made visible as
  /// `TerminalText` does, line ends and NUL among them: a reader sees what is there.
  public init(_ text: String) {
    if text.utf8.allSatisfy(Self.isPlain) {
      markup = text
      return
    }
    var markup = ""
    for scalar in TerminalText.escape(text).unicodeScalars {
      switch scalar {
      case "\"": markup += "&quot;"
      case "'": markup += "&#39;"
      // No characters of a document (XML 1.0, 2.2), and an error in HTML.
      case "\u{FFFE}", "\u{FFFF}": markup += "\u{FFFD}"
      default: Markup.append(scalar, to: &markup)
      }
    }
    self.markup = markup
  }

  /// Whether a byte is one of a character that stands for itself: most texts have no others.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    // Hashes may begin what TerminalText breaks.
    case UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    default: (0x20..<0x7F).contains(byte)
    }
  }
}
