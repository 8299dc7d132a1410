/// The lines of policies that led to an error, innermost first. Only both ends of a long chain are kept.
public struct Traceback: Hashable, Sendable {
  /// A call.
  public struct Place: Hashable, Sendable {
    /// The policy or module file.
    public let file: String
    /// The line number, counting from 1.
    public let line: Int
    /// The owner of the line: `function 'name'`, `the function at line 12`, `the file itself`.
    public let owner: String

    /// Makes a call.
    public init(file: String, line: Int, owner: String) { (self.file, self.line, self.owner) = (file, line, owner) }

    /// `FILE:LINE in OWNER`, unescaped.
    public var text: String { "\(file):\(line) in \(owner)" }
  }

  /// The innermost calls, at most 10.
  public let inner: [Place]
  /// The number of calls omitted after them.
  public let omitted: Int
  /// The outermost calls, at most 5.
  public let outer: [Place]

  /// Makes a chain of calls.
  public init(inner: [Place], omitted: Int = 0, outer: [Place] = []) {
    (self.inner, self.omitted, self.outer) = (inner, omitted, outer)
  }
}

extension Traceback {
  /// A line for each call, innermost first, unescaped.
  package var lines: [String] {
    inner.map(\.text) + (omitted > 0 ? ["… \(omitted) more …"] : []) + outer.map(\.text)
  }

  /// The lines as text reports have them: indented, with a label before the first.
  package var detailLines: [String] {
    lines.enumerated().map { ($0.offset == 0 ? "    trace     " : "              ") + $0.element }
  }
}
