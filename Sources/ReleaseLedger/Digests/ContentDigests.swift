internal import Basics
package import BuildRecords
package import Bundles
internal import PropertyLists

/// The digests of a bundle and of every bundle nested in it, computed in one walk that reads each file once.
///
/// A digest is SHA-256 (FIPS 180-4) over a tag, which ends in a zero byte, followed by:
///
/// - for a file: `bundlepolicy file 1`, a byte that is 1 if the owner may execute it and otherwise 0, and its contents;
/// - for a symbolic link: `bundlepolicy link 1`, and its text;
/// - for a directory: `bundlepolicy directory 1`, and for each entry in the order of the bytes of the names: a byte for its
///   type (`d` directory, `f` file, `l` link), the length of its name in bytes as a 64-bit number, most significant byte
///   first, the name, and the entry's own digest of 32 bytes;
/// - for a bare property list: `bundlepolicy property list 1`, and its values in the binary format as
///   `PropertyList.binaryBytes` writes them. So XML and binary files with the same values in the same order have one digest.
///
/// The digest of a bundle is its directory's: everything in it counts, including nested bundles and empty
/// directories, with the bytes of the names as they are. The bundle's own name and path do not count, nor do times,
/// owners, extended attributes and permissions other than that one bit, as in git: they depend on the umask of the
/// user who unpacked it. The same bundle has one digest as a directory and in any archive that contains all of it.
/// Some tools omit empty directories (`zip -D`) or add files of their own (`._…` by the `tar` of macOS), which makes
/// a different bundle.
package struct ContentDigests: Hashable, Sendable {
  package struct Limits: Hashable, Sendable {
    /// The bytes of all files together, as the file system states them: a sparse file may claim any size.
    package var bytes: Int
    /// The number of files and the depth of directories.
    package var tree: FileTree.Limits

    /// Creates limits. The defaults, 128 GiB and the limits of `FileTree`, suffice for every real bundle.
    package init(bytes: Int = 128 << 30, tree: FileTree.Limits = FileTree.Limits()) {
      self.bytes = bytes
      self.tree = tree
    }
  }

  /// Indexed by `Bundle.index`.
  private let digests: [ContentDigest]
  private let paths: [String]
  /// SHA-256 over the revisions of all files that have one. If they are unchanged, so is every byte.
  private let revisions: [UInt8]

  /// Reads every file of `graph`.
  ///
  /// Throws `refused` with the file's name if any part cannot be read or has no digest: a name or link text that is
  /// not UTF-8, a named pipe, socket or device, a file that changes meanwhile, or more than `limits` allow. A digest
  /// always covers everything.
  package init(of graph: BundleGraph, limits: Limits = Limits()) throws(LedgerError) {
    paths = graph.bundles.map(\.path)
    guard graph.outer.infoPath != nil else {
      revisions = SHA256Digest(of: [graph.file?.revision]).bytes
      digests = [try ContentDigest(of: graph.outer.info, file: graph.displayPath)]
      return
    }
    var tree = ContentTree(graph.storage, shown: graph.displayPath)
    try tree.walk(limits)
    revisions = SHA256Digest(of: tree.revisions + [graph.file?.revision]).bytes
    var digests: [ContentDigest] = []
    let hashes = try tree.hashes()
    for bundle in graph.bundles {
      guard let directory = try tree.directory(at: bundle.path), let digest = ContentDigest(bytes: hashes[directory])
      else {
        throw .contentUnread(bundle.displayPath, "it was moved or removed after the bundle was opened")
      }
      digests.append(digest)
    }
    self.digests = digests
  }

  /// The digest of a bundle of the graph; nil for one that has another path in another graph.
  package subscript(bundle: Bundle) -> ContentDigest? {
    paths.indices.contains(bundle.index) && paths[bundle.index] == bundle.path ? digests[bundle.index] : nil
  }
}

/// The kind of data that a digest is of. No tag is the beginning of another, because each ends in its only zero byte.
enum ContentTag: String {
  case file = "bundlepolicy file 1"
  case link = "bundlepolicy link 1"
  case directory = "bundlepolicy directory 1"
  case propertyList = "bundlepolicy property list 1"
  /// For revisions of files, never stored.
  case revisions = "bundlepolicy revisions 1"
}

extension SHA256Digest {
  init(_ tag: ContentTag) {
    self.init()
    update(tag.rawValue + "\0")
  }

  init(of revisions: [FileRevision?]) {
    self.init(.revisions)
    for revision in revisions {
      let numbers = revision?.numbers ?? []
      update(bigEndian: UInt8(clamping: numbers.count))
      for number in numbers { update(bigEndian: number) }
    }
  }
}

extension ContentDigest {
  init(of list: PropertyList, file: String) throws(LedgerError) {
    var hash = SHA256Digest(.propertyList)
    hash.update(list.binaryBytes)
    guard let digest = ContentDigest(bytes: hash.bytes) else { throw .contentUnread(file, "it has no digest") }
    self = digest
  }
}

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
