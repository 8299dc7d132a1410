package import PolicyEngine

extension Traceback {
  /// A line for each call, innermost first; nothing in them is escaped yet.
  var lines: [String] {
    inner.map(\.text) + (omitted > 0 ? ["… \(omitted) more …"] : []) + outer.map(\.text)
  }

  /// The same as reports for people have it: indented, the first with its label.
  package var detailLines: [String] {
    lines.enumerated().map { ($0.offset == 0 ? "    trace     " : "              ") + $0.element }
  }
}
