import BuildRecords
package import Bundles
package import ReleaseLedger
package import Reports

/// Ensures that what is recorded or attested of a bundle is what its rules saw: all of it is read before the bundle is opened, and
/// once more after the check.
///
/// The digests detect lasting changes; the files' revisions detect changes that were undone.
package struct ContentWitness {
  private let before: Result<ContentDigests, LedgerError>
  private let reopen: () throws(BundleError) -> BundleGraph

  package init(path: String) throws(BundleError) {
    reopen = { () throws(BundleError) in try BundleGraph.open(path: path) }
    before = Self.read(try reopen())
  }

  package init(_ graph: BundleGraph) {
    reopen = { () throws(BundleError) in graph }
    before = Self.read(graph)
  }

  private static func read(_ graph: BundleGraph) -> Result<ContentDigests, LedgerError> {
    do throws(LedgerError) { return .success(try ContentDigests(of: graph)) } catch { return .failure(error) }
  }

  package func digests() throws(LedgerError) -> ContentDigests { try before.get() }

  /// Throws unless everything is as it was.
  package func confirm(_ graph: BundleGraph) throws(EngineError) {
    guard case .success(let before) = before, graph.bundles.allSatisfy({ before[$0] != nil }) else {
      throw Self.changed(graph)
    }
    let after: ContentDigests
    do {
      after = try ContentDigests(of: reopen())
    } catch {
      throw Self.changed(graph)
    }
    if after != before { throw Self.changed(graph) }
  }

  private static func changed(_ graph: BundleGraph) -> EngineError {
    EngineError(
      code: "bundle.changed",
      message: "the bundle changed while it was being checked, so it was neither recorded nor attested",
      file: graph.displayPath, hint: "wait until nothing writes to it, and check it again")
  }
}
