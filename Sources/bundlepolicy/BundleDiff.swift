import Comparison
import Bundles
import Reporting

/// `bundlepolicy diff OLD NEW`.
enum BundleDiff {
  static func run(old: String, new: String, isVerbose: Bool, _ output: DiffOutput) throws -> ExitStatus {
    var graphs: [BundleGraph] = []
    for path in [old, new] {
      do throws(BundleError) {
        graphs.append(try BundleGraph.open(path: path))
      } catch {
        // What is wrong with one is told along with what is wrong with the other.
        Output.complain(TerminalText.escape(error.description))
      }
    }
    guard graphs.count == 2 else { return .incomplete }
    let comparison = GraphComparison(from: graphs[0], to: graphs[1])
    switch output.format {
    case .text:
      let text = GraphComparisonText(isColored: output.isColored, isVerbose: isVerbose)
      try output.write(Array(text.render(comparison).utf8))
    case .json: try output.write(GraphComparisonJSON(toolVersion: BundlePolicy.version).render(comparison))
    case .markdown: try output.write(Array(GraphComparisonMarkdown().render(comparison).utf8))
    }
    if !comparison.errors.isEmpty { return .incomplete }
    return comparison.isDifferent ? .violations : .passed
  }
}
