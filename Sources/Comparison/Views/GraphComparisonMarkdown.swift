import Basics
import Bundles
import Presentation

/// What changed from one bundle to another, as a comment on a pull request. What comes from bundles stands in code spans: there it
/// mentions nobody.
package struct GraphComparisonMarkdown {
  /// How long the text may get, in bytes. A comment on GitHub holds 65,536 characters.
  package static let budget = 60_000

  /// Makes the format.
  package init() {}

  /// The whole text, ending in a newline. The same comparison gives the same text. What the budget has no room for is counted.
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
    if comparison.isOfListsOnly {
      parts.append("\nOne side is a bare property list, so only property lists were compared.\n")
    }
    var left = 0
    for part in parts {
      // Once one was left out, no later one is shown: what is shown is the beginning.
      if left > 0 || text.utf8.count + part.utf8.count > Self.budget { left += 1 } else { text += part }
    }
    if left > 0 {
      text += "\n\(counted(left, "more line")) omitted to fit; `--format json` has everything.\n"
    }
    return text
  }

  private func line(_ sign: String, _ bundle: Bundle) -> String {
    "- `\(sign)` bundle \(MarkdownText.code(bundle.path)): \(MarkdownText.prose(GraphComparison.describe(bundle)))\n"
  }

  private func row(_ line: DifferenceLines.Line) -> String {
    "| `\(line.sign.rawValue)` | \(MarkdownText.codeInTable(line.name)) | \(cell(line.before)) | \(cell(line.after)) |\n"
  }

  private func cell(_ text: String?) -> String { text.map(MarkdownText.codeInTable) ?? "" }
}
