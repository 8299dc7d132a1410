import Bundles
import ReleaseLedger

extension Check {
  /// What a receipt says was judged. A bundle with errors is none that a receipt could be about.
  func takeDigests(
    of graph: BundleGraph, _ witness: ContentWitness?, _ errors: inout [EngineError]
  ) -> SubjectDigests? {
    guard options.takesDigests, errors.isEmpty else { return nil }
    do throws(LedgerError) {
      return try SubjectDigests(of: graph, content: try witness?.digests()[graph.outer])
    } catch {
      errors.append(
        EngineError(
          code: "receipt.digest", message: "nothing can be attested of it: \(error.message)",
          file: error.file ?? graph.displayPath, hint: error.hint))
      return nil
    }
  }
}
