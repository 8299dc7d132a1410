import Basics
import Bundles
import Presentation

package struct GraphComparisonMarkdown {
  /// The most bytes of the text. A comment on GitHub may have 65,536 characters.
  package static let budget = 60_000

  package init() {}

  /// Returns the whole text, which ends with a newline. Changes that do not fit the budget are counted. The same comparison gives the same
  /// text.
  package func render(_ comparison: GraphComparison) -> String {
    var text = "### \(comparison.conclusion)\n\n"
    text += "| | bundle | |\n|---|---|---|\n"
    for (side, graph) in [("old", comparison.old), ("new", comparison.new)] {
      text += "| \(side) | \(MarkdownText.codeInTable(graph.displayPath)) "
      text += "| \(MarkdownText.proseInTable(GraphComparison.describe(graph.outer))) |\n"
    }
    text += "\n"
    var parts: [String] = []
    for error in comparison.errors {
      parts.append("- **error** \(MarkdownText.code(error.file ?? "")): \(MarkdownText.prose(error.message))\n")
    }
    for bundle in comparison.removed { parts.append(line("-", bundle)) }
    for bundle in comparison.added { parts.append(line("+", bundle)) }
    for pair in comparison.pairs where pair.isDifferent {
      parts.append("\n**\(MarkdownText.code(pair.new.displayPath))**\n\n")
      for group in DifferenceLines(pair).groups {
        parts.append("\n| | \(MarkdownText.proseInTable(group.title)) | old | new |\n|---|---|---|---|\n")
        parts += group.lines.map(row)
      }
    }
    let rewritten = comparison.rewrittenCount
    if rewritten > 0 {
      parts.append(
        "\n\(counted(rewritten, "file")) with the same values in another form.\n")
    }
    if let text = comparison.ignoredText { parts.append("\n\(text.prefix(1).uppercased())\(text.dropFirst()).\n") }
    if comparison.comparesListsOnly {
      parts.append("\nOne side is a bare property list, so only property lists were compared.\n")
    }
    return MarkdownText.beginning(text, parts, "line", budget: Self.budget)
  }

  private func line(_ sign: String, _ bundle: Bundle) -> String {
    "- `\(sign)` bundle \(MarkdownText.code(bundle.path)): \(MarkdownText.prose(GraphComparison.describe(bundle)))\n"
  }

  private func row(_ line: DifferenceLines.Line) -> String {
    "| `\(line.sign.rawValue)` | \(MarkdownText.codeInTable(line.name)) | \(cell(line.before)) | \(cell(line.after)) |\n"
  }

  private func cell(_ text: String?) -> String { text.map(MarkdownText.codeInTable) ?? "" }
}
