import Basics
import Presentation

/// A command to GitHub Actions, printed as a line of its own: `::error file=a,line=1,title=t::text`.
///
/// The runner takes for a command what begins with `::` behind blanks, and also what has `##[NAME]` anywhere in a line
/// (actions/runner, src/Runner.Common/ActionCommand.cs). So nothing from outside may begin a line or hold `##[`.
struct WorkflowCommand {
  /// What the annotation is drawn as.
  enum Kind: String {
    case error, warning, notice
  }

  /// The runner cuts the text of an annotation here, in UTF-16 units (actions/runner, src/Runner.Worker/ExecutionContext.cs,
  /// _maxIssueMessageLength).
  static let longestText = 4096
  /// A line of the text is cut here, so that the eight lines of a finding fit, and a long value leaves room for what is to be
  /// done about it.
  static let longestLine = 480

  let kind: Kind
  /// The file from the root of the repository; it may be a directory.
  var file: String?
  /// From 1; means nothing without a file.
  var line: Int?
  /// From 1; means nothing without a line.
  var column: Int?
  /// Never empty, and of our own making or a policy's.
  let title: String
  private var lines: [String] = []

  init(_ kind: Kind, title: String) {
    self.kind = kind
    self.title = title
  }

  /// Adds a line to the text; a label stands before it, so that what comes from outside begins no line after the first.
  mutating func add(_ label: String? = nil, _ text: String) {
    let shown = Self.visible(text)
    let cut = Self.cut(shown)
    lines.append((label.map { $0 + ": " } ?? "") + cut)
  }

  /// The whole line, with its end.
  var rendered: String {
    var properties: [String] = []
    if let file, !file.isEmpty {
      // The runner drops '=' at the beginning of a value: it splits there, and leaves empty parts out.
      let path = Self.visible(file)
      properties.append("file=" + Self.property(path.utf8.first == UInt8(ascii: "=") ? "./" + path : path))
      if let line {
        properties.append("line=\(line)")
        if let column { properties.append("col=\(column)") }
      }
    }
    // Last, because blanks at the end of the last one are dropped, and file names may end in one.
    properties.append("title=" + Self.property(Self.visible(title)))
    return "::\(kind.rawValue) \(properties.joined(separator: ","))::\(Self.data(lines.joined(separator: "\n")))\n"
  }

  /// A line of the log that is no command: a word of ours stands before it.
  static func plain(_ text: String) -> String { "bundlepolicy: \(visible(text))\n" }

  /// Text from outside as it may be shown in a log: in one line, steering nothing, and without the beginning of a command.
  static func visible(_ text: String) -> String { TerminalText.escape(text) }

  /// As actions/toolkit's `escapeData` (packages/core/src/command.ts).
  static func data(_ text: String) -> String {
    replacing(text) { $0 == "%" || $0 == "\r" || $0 == "\n" }
  }

  /// As its `escapeProperty`.
  static func property(_ text: String) -> String {
    replacing(text) { $0 == "%" || $0 == "\r" || $0 == "\n" || $0 == ":" || $0 == "," }
  }

  private static func replacing(_ text: String, where isSpecial: (Unicode.Scalar) -> Bool) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isSpecial(scalar) else {
        result.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      result.append(contentsOf: ("%" + (digits.utf8.count < 2 ? "0" : "") + digits).unicodeScalars)
    }
    return String(result)
  }

  private static func cut(_ text: String) -> String {
    // Most lines are short; counting UTF-8 is quicker, and never less.
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
