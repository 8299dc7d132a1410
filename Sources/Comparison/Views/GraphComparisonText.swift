import Basics
import Bundles
import Presentation

package struct GraphComparisonText {
  package let isColored: Bool
  /// Whether to list files that have the same values in another notation instead of counting them.
  package let isVerbose: Bool

  package init(isColored: Bool, isVerbose: Bool) {
    self.isColored = isColored
    self.isVerbose = isVerbose
  }

  package func render(_ comparison: GraphComparison) -> String {
    var out = TerminalText(isColored: isColored)
    for (sign, graph) in [("---", comparison.old), ("+++", comparison.new)] {
      out.add(sign: sign + " ", .bold)
      out.add(graph.displayPath, .bold)
      out.addLine("  " + GraphComparison.describe(graph.outer), .dim)
    }
    out.newLine()
    for pair in comparison.pairs where pair.isDifferent || (isVerbose && !pair.rewritten.isEmpty) { write(pair, &out) }
    write("removed bundles", comparison.removed, .removed, &out)
    write("added bundles", comparison.added, .added, &out)
    for error in comparison.errors {
      out.add("\(error.file ?? ""): ")
      out.add("error", .bold, .red)
      out.addLine(": \(error.message)")
    }
    let rewritten = comparison.rewrittenCount
    if rewritten > 0, !isVerbose {
      out.addLine(
        "note: \(counted(rewritten, "file")) with the same values in another form; --verbose lists them",
        .dim)
    }
    if let text = comparison.ignoredText {
      out.addLine("note: " + text, .dim)
    }
    if comparison.comparesListsOnly {
      out.addLine("note: one side is a bare property list, so only property lists were compared", .dim)
    }
    out.addLine(comparison.conclusion, .bold)
    return out.text
  }

  private func write(_ pair: BundleDifference, _ out: inout TerminalText) {
    out.addLine(pair.new.displayPath, .bold)
    for group in DifferenceLines(pair).groups {
      out.addLine("  " + group.title)
      for line in group.lines { write(line, &out) }
    }
    if isVerbose, !pair.rewritten.isEmpty {
      out.addLine("  the same values in another form")
      for path in pair.rewritten {
        out.addLine("    = \(path)", .dim)
      }
    }
    out.newLine()
  }

  private func write(_ line: DifferenceLines.Line, _ out: inout TerminalText) {
    let style: TerminalText.Style
    switch line.sign {
    case .added: style = .green
    case .removed: style = .red
    case .changed: style = .yellow
    }
    out.add("    \(line.sign.rawValue) ", .bold, style)
    out.add(line.name)
    switch (line.before, line.after) {
    case (let before?, let after?):
      out.add("  \(before)", .red)
      out.add(" → ", .dim)
      out.add(after, .green)
    case (let value?, nil), (nil, let value?): out.add("  \(value)", style)
    case (nil, nil): break
    }
    out.newLine()
  }

  private func write(
    _ title: String, _ bundles: [Bundle], _ sign: DifferenceLines.Sign, _ out: inout TerminalText
  ) {
    if bundles.isEmpty { return }
    out.addLine(title, .bold)
    for bundle in bundles {
      out.add("  \(sign.rawValue) ", .bold)
      out.add(bundle.path)
      out.addLine("  " + GraphComparison.describe(bundle), .dim)
    }
    out.newLine()
  }
}
