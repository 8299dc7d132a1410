import Basics
import Presentation

/// A command to GitHub Actions, printed as a line of its own: `::error file=a,line=1,title=t::text`.
///
/// The runner treats a line that begins with spaces and `::`, or has `##[NAME]` anywhere, as a command (actions/runner,
/// src/Runner.Common/ActionCommand.cs). So text from outside must not begin a line or contain `##[`.
struct WorkflowCommand {
  enum Kind: String {
    case error, warning, notice
  }

  /// The longest line of the text, so that the eight lines of a finding fit and a long value leaves room for the fix: the runner cuts the
  /// text of an annotation after 4096 UTF-16 units (actions/runner, src/Runner.Worker/ExecutionContext.cs, _maxIssueMessageLength).
  static let longestLine = 480

  let kind: Kind
  /// The path from the root of the repository, of a file or a directory.
  var file: String?
  /// From 1; ignored without a file.
  var line: Int?
  /// From 1; ignored without a line.
  var column: Int?
  /// Not empty; text of the program or a policy.
  let title: String
  private var lines: [String] = []

  init(_ kind: Kind, title: String) {
    self.kind = kind
    self.title = title
  }

  /// Adds a line to the text. Lines after the first need a label, so that text from outside does not begin them.
  mutating func add(_ label: String? = nil, _ text: String) {
    lines.append((label.map { $0 + ": " } ?? "") + Self.cut(Self.visible(text)))
  }

  /// The whole line, including its end.
  var rendered: String {
    var properties: [String] = []
    if let file, !file.isEmpty {
      // The runner drops '=' at the beginning of a value, because it splits there and omits empty parts.
      let path = Self.visible(file)
      properties.append("file=" + Self.property(path.utf8.first == UInt8(ascii: "=") ? "./" + path : path))
      if let line {
        properties.append("line=\(line)")
        if let column { properties.append("col=\(column)") }
      }
    }
    // Last, because spaces at the end of the last property are dropped, and file names may end with one.
    properties.append("title=" + Self.property(Self.visible(title)))
    return "::\(kind.rawValue) \(properties.joined(separator: ","))::\(Self.data(lines.joined(separator: "\n")))\n"
  }

  /// Returns a line without a command. The text must begin with a word of the program.
  static func plain(_ text: String) -> String { "bundlepolicy: \(visible(text))\n" }

  /// Escapes text from outside for a log: one line, no control characters, no beginning of a command.
  static func visible(_ text: String) -> String { TerminalText.escape(text) }

  /// Like `escapeData` in actions/toolkit (packages/core/src/command.ts).
  static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// Like `escapeProperty` there.
  static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  private static func cut(_ text: String) -> String {
    // Most lines are short. Counting UTF-8 is faster, and never less.
    guard text.utf8.count > longestLine, text.utf16.count > longestLine else { return text }
    var kept = String.UnicodeScalarView()
    var units = 0
    var left = text.unicodeScalars[...]
    while let scalar = left.first, units + UTF16.width(scalar) <= longestLine - 30 {
      kept.append(scalar)
      units += UTF16.width(scalar)
      left = left.dropFirst()
    }
    return String(kept) + "… (\(counted(left.count, "character")) more)"
  }
}
