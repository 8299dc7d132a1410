/// Text for people: escaped so that nothing from a bundle can steer the terminal, or the runner of a pipeline that reads what is printed
/// there, and coloured where that is wanted.
public struct TerminalText {
  /// The few styles in use; the numbers are SGR parameters (ECMA-48, 8.3.117).
  package enum Style: String {
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
  /// The line that is being written, whatever parts it is made of.
  private var line = LogLine()
  /// The columns of the terminal; nil where lines are not broken.
  package let width: Int?
  /// Columns of the line so far; only counted where lines may be broken.
  private var column = 0
  /// Where lines go on that are broken; nil for those that must stay whole.
  private var hanging: Int?

  /// A terminal with fewer columns gets whole lines: broken ones would be a word each.
  private static let leastWidth = 40

  /// Starts an empty text, for a terminal of so many columns.
  public init(isColored: Bool, width: Int? = nil) {
    self.isColored = isColored
    self.width = width.flatMap { $0 < Self.leastWidth ? nil : $0 }
  }

  /// Adds text of our own or from outside; control characters of either are made visible, and what is a command to a runner is broken.
  package mutating func add(_ part: String, _ styles: Style...) {
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
      // The last column stays free for a colon after the word.
      if !blanks.isEmpty, !word.isEmpty, column > hanging, column + columns >= width {
        write(chunk, styles)
        newLine()
        self.hanging = hanging
        add(String(repeating: " ", count: hanging))
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

  /// Lets the line be broken between words where the terminal ends; it goes on below, after so many blanks.
  package mutating func breakLine(at hanging: Int) {
    guard let width else { return }
    self.hanging = min(hanging, width / 2)
  }

  /// Adds a line for something besides, under its name: `    fix       remove it`.
  package mutating func addDetail(_ name: String, _ text: String) {
    breakLine(at: 14)
    add("    " + name + String(repeating: " ", count: max(1, 10 - name.count)), .dim)
    add(text)
    newLine()
  }

  /// Adds a sign of our own that may stand where a line begins, though a runner takes notice of it there.
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
    if line.isOpen, !text.utf8.contains(where: { !(0x20..<0x7F).contains($0) || $0 == UInt8(ascii: "#") }) {
      return text
    }
    var escaped = ""
    let scalars = text.unicodeScalars
    var (plain, index) = (scalars.startIndex, scalars.startIndex)
    while index < scalars.endIndex {
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
    if short != nil || scalar.steersTerminal {
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
