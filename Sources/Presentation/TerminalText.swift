/// Text for a terminal or a log, with optional colors. Text from bundles is escaped, so it can control neither the terminal nor a CI
/// runner that reads the log.
public struct TerminalText {
  /// The styles in use. The numbers are SGR parameters (ECMA-48, 8.3.117).
  package enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
  }

  /// The text written so far.
  public private(set) var text = ""
  private let isColored: Bool
  private var line = LogLine()
  /// The columns of the terminal, or nil if lines are not broken.
  package let width: Int?
  /// The columns of the line so far; counted only if lines may be broken.
  private var column = 0
  /// The indentation after a line break, or nil for a line that must stay whole.
  private var hanging: Int?

  /// A narrower terminal gets whole lines, because broken ones would have a word each.
  private static let leastWidth = 40

  /// Starts an empty text for a terminal with `width` columns.
  public init(isColored: Bool, width: Int? = nil) {
    self.isColored = isColored
    self.width = width.flatMap { $0 < Self.leastWidth ? nil : $0 }
  }

  package mutating func add(_ part: String, _ styles: Style...) { add(part, styles) }

  package mutating func addLine(_ part: String, _ styles: Style...) {
    add(part, styles)
    newLine()
  }

  private mutating func add(_ part: String, _ styles: [Style]) {
    guard let width, let hanging else { return write(Self.escape(part, &line), styles) }
    var chunk = ""
    var rest = part.unicodeScalars[...]
    while !rest.isEmpty {
      let blanks = rest.prefix { $0 == " " }
      let word = String(rest.dropFirst(blanks.count).prefix { $0 != " " })
      rest = rest.dropFirst(blanks.count + word.unicodeScalars.count)
      var started = line
      var shown = Self.escape(String(blanks) + word, &started)
      let columns = ColumnText.width(shown)
      // Keep the last column free for a colon after the word.
      if !blanks.isEmpty, !word.isEmpty, column > hanging, column + columns >= width {
        write(chunk, styles)
        newLine()
        self.hanging = hanging
        add(String(repeating: " ", count: hanging), [])
        (chunk, started) = ("", line)
        shown = Self.escape(word, &started)
        column = hanging + ColumnText.width(shown)
      } else {
        column += columns
      }
      line = started
      chunk += shown
    }
    write(chunk, styles)
  }

  /// Allows the line to be broken between words at the width of the terminal. It continues after `hanging` spaces.
  package mutating func breakLine(at hanging: Int) {
    guard let width else { return }
    self.hanging = min(hanging, width / 2)
  }

  /// Adds a line with a label: `    fix       remove it`.
  package mutating func addDetail(_ name: String, _ text: String) {
    breakLine(at: 14)
    add("    " + name + String(repeating: " ", count: max(1, 10 - name.count)), .dim)
    addLine(text)
  }

  /// Adds a sign of our own unescaped, even if it means something to a CI runner at the beginning of a line.
  package mutating func add(sign: String, _ styles: Style...) {
    line = LogLine(isBegun: true)
    write(sign, styles)
  }

  private mutating func write(_ part: String, _ styles: [Style]) {
    guard isColored, !styles.isEmpty, !part.isEmpty else {
      text += part
      return
    }
    text += "\u{1B}[" + styles.map(\.rawValue).joined(separator: ";") + "m" + part + "\u{1B}[0m"
  }

  package mutating func newLine() {
    text += "\n"
    line = LogLine()
    (column, hanging) = (0, nil)
  }

  /// Escapes a line, or the beginning of one: also what a CI runner would take for a command at the beginning of a
  /// line.
  ///
  /// - Parameter text: Text from a bundle or a policy.
  public static func line(_ text: String) -> String {
    var line = LogLine()
    return escape(text, &line)
  }

  /// Replaces control characters, line and paragraph separators and bidirectional controls by `\u{…}`, and breaks
  /// what a CI runner would take for a command anywhere in a line, such as `##[`.
  ///
  /// - Parameter text: Text from a bundle or a policy.
  public static func escape(_ text: String) -> String {
    var line = LogLine(isBegun: true)
    return escape(text, &line)
  }

  private static func escape(_ text: String, _ line: inout LogLine) -> String {
    // Only the beginning of such text may be part of a command.
    let isPlain = !text.utf8.contains { !(0x20..<0x7F).contains($0) || $0 == UInt8(ascii: "#") }
    var escaped = ""
    let scalars = text.unicodeScalars
    var (plain, index) = (scalars.startIndex, scalars.startIndex)
    while index < scalars.endIndex, !(isPlain && line.isOpen) {
      let scalar = scalars[index]
      let next = scalars.index(after: index)
      if let replacement = replacement(of: scalar, before: next < scalars.endIndex ? scalars[next] : nil, &line) {
        escaped += text[plain..<index]
        escaped += replacement
        plain = next
      }
      index = next
    }
    return plain == scalars.startIndex ? text : escaped + text[plain...]
  }

  /// Returns what is written instead of a scalar, or nil if it can stay.
  private static func replacement(
    of scalar: Unicode.Scalar, before next: Unicode.Scalar?, _ line: inout LogLine
  ) -> String? {
    let short: String? =
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: nil
      }
    if short != nil || scalar.isControlOrInvisible {
      // The replacement starts with a backslash, which no command contains.
      _ = line.mustBreak("\\", before: nil)
      return short ?? writtenOut(scalar)
    }
    return line.mustBreak(scalar, before: next) ? writtenOut(scalar) : nil
  }

  private static func writtenOut(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16) + "}"
  }
}
