/// Text for people: escaped so that nothing from a bundle can steer the terminal, or the runner of a pipeline that reads what is printed
/// there, and coloured where that is wanted.
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
    let part = text.isEmpty || text.hasSuffix("\n") ? Self.line(part) : Self.escape(part)
    guard isColored, !styles.isEmpty, !part.isEmpty else {
      text += part
      return
    }
    text += "\u{1B}[" + styles.map(\.rawValue).joined(separator: ";") + "m" + part + "\u{1B}[0m"
  }

  mutating func newLine() { text += "\n" }

  /// Text at the start of a line: escaped, and `::` there is broken, which begins a command for GitHub's runner. It passes over blanks
  /// and what is not seen (actions/runner, src/Runner.Common/ActionCommand.cs).
  public static func line(_ text: String) -> String {
    let escaped = escape(text)
    let unseen = escaped.unicodeScalars.prefix {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
    }
    let rest = escaped.unicodeScalars[unseen.endIndex...]
    guard rest.starts(with: "::".unicodeScalars) else { return escaped }
    return String(unseen) + "\\u{3a}" + String(rest.dropFirst())
  }

  /// Controls, line and paragraph separators and bidirectional controls as `\u{…}`; the rest as it is. `##[` is broken, which GitHub's
  /// runner takes for a command anywhere in a line.
  public static func escape(_ text: String) -> String {
    guard text.utf8.contains(where: { !(0x20..<0x7F).contains($0) || $0 == UInt8(ascii: "#") }) else { return text }
    var escaped = ""
    var hashes = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      case "[" where hashes >= 2: escaped += "\\u{5b}"
      case _ where needsEscape(scalar): escaped += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: escaped.unicodeScalars.append(scalar)
      }
      hashes = scalar == "#" ? hashes + 1 : 0
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
