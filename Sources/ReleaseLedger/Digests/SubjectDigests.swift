import Basics
package import Bundles
internal import PropertyLists

/// What tells whether a bundle that was named is the same as one seen elsewhere: what receipts are about.
public struct SubjectDigests: Hashable, Sendable {
  /// The path as it was named; of what lies in an archive, the archive's.
  package let name: String
  /// Of the outer bundle's contents: see `ContentDigests`.
  package let content: ContentDigest
  /// SHA-256 over the bytes of the file that was named, an archive or a bare property list, as `sha256sum` gives it, 32 bytes;
  /// nil for a directory.
  package let file: [UInt8]?

  /// Reads every file of `graph`, and the file it was read from.
  ///
  /// `content` is the outer bundle's digest where it is known already. Throws `refused` as `ContentDigests` does, when the
  /// file can't be read, is larger than `limits` allow or has become shorter, and when an Info.plist of the graph is no longer
  /// what was read when it was opened.
  package init(
    of graph: BundleGraph, content known: ContentDigest? = nil, limits: ContentDigests.Limits = .init()
  ) throws(LedgerError) {
    name = graph.file?.path ?? graph.displayPath
    if let known {
      content = known
    } else {
      guard let made = try ContentDigests(of: graph, limits: limits)[graph.outer] else {
        throw .contentUnread(graph.displayPath, "it has no digest")
      }
      content = made
    }
    file = try graph.file.map { (file) throws(LedgerError) in try Self.hash(file, limit: limits.bytes) }
    for bundle in graph.bundles {
      guard Self.isUnchanged(bundle, in: graph) else {
        throw .contentUnread(bundle.displayPath, "its Info.plist was changed while the bundle was checked")
      }
    }
  }

  private static func hash(_ file: BundleGraph.NamedSource, limit: Int) throws(LedgerError) -> [UInt8] {
    guard file.source.count <= limit else { throw .contentTooLarge(file.path, limit: limit, file: file.path) }
    var digest = SHA256Digest()
    let read: Int
    do throws(ByteSourceError) {
      read = try file.source.forEachPiece { digest.update($0) }
    } catch {
      throw .contentUnread(file.path, error.description)
    }
    guard read == file.source.count else { throw .contentUnread(file.path, "it changed while it was being read") }
    return digest.bytes
  }

  /// Whether what lies there now is what was judged, as far as that is cheap to tell.
  private static func isUnchanged(_ bundle: Bundle, in graph: BundleGraph) -> Bool {
    let bytes: [UInt8]
    let path: String
    if let infoPath = bundle.infoPath {
      guard let read = try? bundle.files.read(infoPath) else { return false }
      (bytes, path) = (read, infoPath)
    } else {
      // Of a bare property list; a bundle made in memory has nothing that could change.
      guard let file = graph.file else { return true }
      guard let read = try? file.source.bytes(at: 0, count: file.source.count) else { return false }
      (bytes, path) = (read, file.path)
    }
    guard let info = try? PropertyList.parse(bytes, file: path) else { return false }
    return info.binaryBytes == bundle.info.binaryBytes
  }
}
