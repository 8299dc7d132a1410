import Basics
package import Bundles

/// The digests of a bundle and of every bundle nested in it, by one walk that reads each file once.
///
/// A digest is SHA-256 (FIPS 180-4) over a tag, which ends in a zero byte, and what makes up a thing of that sort:
///
/// - a file: `bundlepolicy file 1`, a byte that is 1 when the owner may execute it and else 0, and its contents;
/// - a symbolic link: `bundlepolicy link 1`, and the text that it says, wherever it leads;
/// - a directory: `bundlepolicy directory 1`, and for each entry in the order of the bytes of the names: a byte for its type
///   (`d` directory, `f` file, `l` link), the length of its name in bytes as a 64-bit number, most significant byte first, the
///   name, and the entry's own digest of 32 bytes;
/// - a bare property list: `bundlepolicy property list 1`, and its values in the binary format as `PropertyList.binaryBytes`
///   writes them. XML and binary files of the same values in the same order so have one digest.
///
/// A bundle's digest is that of its directory: all that lies below it counts, nested bundles and empty directories included,
/// with names as their bytes are. Its own name doesn't, nor does where it lies, nor times, owners, extended attributes and
/// permissions other than that one bit, as in git: the others depend on the umask of whoever unpacked it. The same bundle has one
/// digest as a directory and in any archive that holds it whole; some tools leave empty directories out (`zip -D`), or add files
/// of their own (`._…` by the `tar` of macOS), and make another bundle so.
package struct ContentDigests: Hashable, Sendable {
  /// How much is hashed.
  package struct Limits: Hashable, Sendable {
    /// Bytes of all files together, as the file system states them: a file without content on disk may claim any size.
    package var bytes: Int
    /// How many files there are, and how deep they lie.
    package var tree: FileTree.Limits

    /// Makes limits; the defaults, 128 GiB and those of `FileTree`, hold every real bundle.
    package init(bytes: Int = 128 << 30, tree: FileTree.Limits = FileTree.Limits()) {
      self.bytes = bytes
      self.tree = tree
    }
  }

  /// By `Bundle.index`.
  private let digests: [ContentDigest]
  /// Where the bundles lie, in the same order.
  private let paths: [String]
  /// SHA-256 over the revisions of all files, as far as there are any. While they stay what they are, so does every byte.
  private let revisions: [UInt8]

  /// Reads every file of `graph`.
  ///
  /// Throws `refused` with the file's name when any part can't be read or has no digest: a name or a link's text that is not
  /// UTF-8, a named pipe, socket or device, a file that changes meanwhile, more than `limits` allow. There never is a digest of
  /// less than all.
  package init(of graph: BundleGraph, limits: Limits = Limits()) throws(LedgerError) {
    paths = graph.bundles.map(\.path)
    guard graph.outer.infoPath != nil else {
      revisions = ContentHash.of([graph.file?.revision])
      digests = [try ContentHash.of(graph.outer.info, file: graph.displayPath)]
      return
    }
    var tree = ContentTree(graph.storage, shown: graph.displayPath)
    try tree.walk(limits)
    revisions = ContentHash.of(tree.revisions + [graph.file?.revision])
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

  /// The digest of a bundle of the graph these were made of.
  ///
  /// Nil for one that lies elsewhere in another graph.
  package subscript(bundle: Bundle) -> ContentDigest? {
    paths.indices.contains(bundle.index) && paths[bundle.index] == bundle.path ? digests[bundle.index] : nil
  }
}

/// The digest of a bundle's contents: of the names, types, execute bits and bytes of all its files, wherever the bundle lies.
package struct ContentDigest: Hashable, Sendable {
  /// 32 bytes of SHA-256.
  package let bytes: [UInt8]

  /// Nil unless there are 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// Reads `sha256:` and 64 hexadecimal digits; nil for anything else.
  package init?(text: String) {
    guard text.hasPrefix("sha256:"), let bytes = Hexadecimal.bytes(text.dropFirst(7)) else { return nil }
    self.init(bytes: bytes)
  }

  /// `sha256:` and 64 lower-case hexadecimal digits.
  package var text: String { "sha256:" + Hexadecimal.text(of: bytes) }
}
