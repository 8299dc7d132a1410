import Basics
package import BuildRecords
package import Bundles
internal import PropertyLists

extension SubjectDigests {
  /// Reads every file of `graph`, and the file that it was opened from.
  ///
  /// `content` is the outer bundle's digest, if it is already known. Throws `refused` as `ContentDigests` does, if
  /// the file cannot be read, exceeds `limits` or has become shorter, and if an Info.plist of the graph has changed
  /// since it was opened.
  package init(
    of graph: BundleGraph, content known: ContentDigest? = nil, limits: ContentDigests.Limits = .init()
  ) throws(LedgerError) {
    guard let content = known != nil ? known : try ContentDigests(of: graph, limits: limits)[graph.outer] else {
      throw .contentUnread(graph.displayPath, "it has no digest")
    }
    let file = try graph.file.map { (file) throws(LedgerError) in try Self.hash(file, limit: limits.bytes) }
    for bundle in graph.bundles {
      guard Self.isUnchanged(bundle, in: graph) else {
        throw .contentUnread(bundle.displayPath, "its Info.plist was changed while the bundle was checked")
      }
    }
    self.init(name: graph.file?.path ?? graph.displayPath, content: content, file: file)
  }

  private static func hash(_ file: BundleGraph.NamedSource, limit: Int) throws(LedgerError) -> [UInt8] {
    guard file.source.count <= limit else { throw .contentTooLarge(file.path, limit: limit, file: file.path) }
    var digest = SHA256Digest()
    let read = try mapError(try file.source.forEachPiece { digest.update($0) }) { (error: ByteSourceError) in
      LedgerError.contentUnread(file.path, error.description)
    }
    guard read == file.source.count else { throw .contentUnread(file.path, "it changed while it was being read") }
    return digest.bytes
  }

  /// Whether a bundle is still the one that was checked. Only compares what is cheap to compare.
  private static func isUnchanged(_ bundle: Bundle, in graph: BundleGraph) -> Bool {
    // For a bare property list; a bundle in memory cannot change.
    guard bundle.infoPath == nil, let file = graph.file else { return bundle.isInfoUnchanged }
    guard let bytes = try? file.source.bytes(at: 0, count: file.source.count) else { return false }
    return (try? PropertyList.parse(bytes, file: file.path))?.binaryBytes == bundle.info.binaryBytes
  }
}
