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

/// Where a text leads that is a URL.
package enum ExternalLink {
  /// A longer URL is text like any other: thousands of them must not fill a page.
  private static let mostBytes = 500

  /// The text, when it is a URL that is safe to follow; nil for any other text.
  ///
  /// Only the schemes given, in small letters, and only the characters that RFC 3986 §2 gives to URLs: nothing that a browser would
  /// drop or change. The host stands in plain sight: what is before an `@` would be taken for it.
  package static func target(_ text: String, schemes: [String] = ["https://", "http://", "mailto:"]) -> String? {
    guard text.utf8.count <= mostBytes, let scheme = schemes.first(where: { text.utf8.starts(with: $0.utf8) }) else {
      return nil
    }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    guard rest.allSatisfy(isAllowed) else { return nil }
    if scheme == "mailto:" { return rest.contains(UInt8(ascii: "@")) ? text : nil }
    let authority = rest.prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
    guard let first = authority.first, isAlphanumeric(first) || first == UInt8(ascii: "["),
      !authority.contains(UInt8(ascii: "@"))
    else { return nil }
    return text
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
