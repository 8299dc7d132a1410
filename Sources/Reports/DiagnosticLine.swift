package import Presentation

/// Formats errors like compilers: `FILE:LINE: error: MESSAGE`.
public enum DiagnosticLine {
  /// Returns `FILE:LINE: error: MESSAGE` without a newline. Escape it before printing.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - label: The word before the message, such as `warning`.
  public static func render(_ error: EngineError, label: String = "error") -> String { error.headline(label) }

  package struct Details: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let trace = Details(rawValue: 1)
    package static let rule = Details(rawValue: 2)
    package static let fix = Details(rawValue: 4)
    package static let all: Details = [.trace, .rule, .fix]
  }

  package static func write(
    _ error: EngineError, label: String = "error", details: Details, to out: inout TerminalText
  ) {
    write(error.headlineStart, Severity(rawValue: label), label, error.message, to: &out)
    for line in details.contains(.trace) ? error.trace?.detailLines ?? [] : [] {
      out.addLine(line)
    }
    if details.contains(.rule), let rule = error.rule { out.addDetail("rule", rule) }
    if details.contains(.fix), let hint = error.hint { out.addDetail("fix", hint) }
  }

  package static func write(
    _ start: String, _ severity: Severity?, _ label: String, _ message: String, to out: inout TerminalText
  ) {
    out.breakLine(at: 4)
    out.add(start)
    out.add(label: label, severity)
    out.addLine(": " + message)
  }
}

extension TerminalText {
  package mutating func add(label: String, _ severity: Severity?) {
    switch severity {
    case .error: add(label, .bold, .red)
    case .warning: add(label, .bold, .yellow)
    case .note: add(label, .bold, .blue)
    case nil: add(label, .dim)
    }
  }
}
