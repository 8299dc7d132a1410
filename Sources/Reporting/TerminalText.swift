/// Text for people: escaped so that nothing from a bundle can steer the terminal, and coloured where that is wanted.
public struct TerminalText {
  /// The few styles in use; the numbers are SGR parameters (ECMA-48, 8.3.117).
  enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
  }

  /// What has been written.
  public private(set) var text = ""
  private let isColored: Bool

  /// Starts an empty text.
  public init(isColored: Bool) { self.isColored = isColored }

  /// Adds text of our own or from outside; control characters of either are made visible.
  mutating func add(_ part: String, _ styles: Style...) {
    let part = Self.escape(part)
    guard isColored, !styles.isEmpty, !part.isEmpty else {
      text += part
      return
    }
    text += "\u{1B}[" + styles.map(\.rawValue).joined(separator: ";") + "m" + part + "\u{1B}[0m"
  }

  mutating func newLine() { text += "\n" }

  /// Controls, line and paragraph separators and bidirectional controls as `\u{…}`; the rest as it is.
  public static func escape(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: needsEscape) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      case _ where needsEscape(scalar): escaped += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
