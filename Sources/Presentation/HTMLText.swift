import Basics

/// Text escaped for HTML and SVG, as content or in a quoted attribute.
public struct HTMLText: Hashable, Sendable {
  /// The escaped text.
  public let markup: String

  /// Escapes markup, and makes control and bidirectional characters visible as `TerminalText` does, including line ends and NUL.
  public init(_ text: String) {
    var text = text
    if text.withUTF8(Self.isPlain) {
      markup = text
      return
    }
    var markup = ""
    for scalar in TerminalText.escape(text).unicodeScalars {
      switch scalar {
      case "\"": markup += "&quot;"
      case "'": markup += "&#39;"
      // XML documents must not contain these (XML 1.0, 2.2), and in HTML they are errors.
      case "\u{FFFE}", "\u{FFFF}": markup += "\u{FFFD}"
      default: Markup.append(scalar, to: &markup)
      }
    }
    self.markup = markup
  }

  /// The printable characters that may need escaping. A hash may begin a command that TerminalText breaks.
  private static let escaped = UnusualBytes("#&<>\"'")

  static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool { escaped.first(in: text, from: 0) == text.count }
}

package enum ExternalLink {
  /// A longer URL is shown as text, so that thousands of them cannot fill a page.
  private static let mostBytes = 500

  /// The relation of a page to the target of a link in it.
  package static let relation = "noreferrer noopener nofollow"

  /// Returns the text if it is a URL that is safe to follow, or nil.
  ///
  /// It must have one of the schemes, in lower case, and only characters of RFC 3986 §2, so that a browser drops or changes nothing. It
  /// must not have user information, which a reader could mistake for the host.
  package static func target(_ text: String, schemes: [String] = ["https://", "http://", "mailto:"]) -> String? {
    guard text.utf8.count <= mostBytes, let scheme = schemes.first(where: { text.utf8.starts(with: $0.utf8) }) else {
      return nil
    }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    guard rest.allSatisfy({ $0.isASCIIAlphanumeric || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains($0) }) else { return nil }
    if scheme == "mailto:" { return rest.contains(UInt8(ascii: "@")) ? text : nil }
    let authority = rest.prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
    guard let first = authority.first, first.isASCIIAlphanumeric || first == UInt8(ascii: "["),
      !authority.contains(UInt8(ascii: "@"))
    else { return nil }
    return text
  }
}

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
