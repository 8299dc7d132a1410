import Basics
package import PropertyLists

/// The files of one bundle, nested bundles' files included. Nothing is listed until it is asked for, nothing twice.
///
/// Paths are relative to the bundle. Symbolic links are reported by listings and walks and never followed there.
package final class FileTree: Sendable {
  /// One file, directory or link in the tree.
  package struct Entry: Hashable, Sendable {
    /// The path, relative to the bundle.
    package let path: String
    /// The type; a link is a link.
    package let type: FileType
    /// False when a name in the path is not UTF-8; such a file can't be opened.
    package let isNameValid: Bool
  }

  /// How far a walk goes.
  package struct Limits: Hashable, Sendable {
    /// Entries of the whole tree.
    package var entries: Int
    /// Directories inside one another.
    package var depth: Int
    /// Bytes of all paths together: in a deep directory even few files have long ones.
    package var pathBytes: Int

    /// Makes limits; the defaults hold every real bundle.
    package init(entries: Int = 1_000_000, depth: Int = 128, pathBytes: Int = 256 << 20) {
      self.entries = entries
      self.depth = depth
      self.pathBytes = pathBytes
    }
  }

  /// Largest file `read` returns unless told otherwise: 64 MiB.
  package static let defaultReadLimit = 64 << 20

  let storage: any BundleStorage
  let base: String
  private let listings = PathCache<Lookup<Folder>>()
  private let statuses = PathCache<Lookup<FileStatus>>()
  private let destinations = PathCache<Lookup<String>>()
  private let smallFiles = Locked<(known: [ExactText: ByteArray], bytes: Int)>(([:], 0))
  private let walked = Lazy<FileWalk, StorageError>()
  private let limits: Limits

  init(storage: any BundleStorage, base: String, limits: Limits = Limits()) {
    self.storage = storage
    self.base = base
    self.limits = limits
  }

  /// What looking a path up came to, and how many steps it took.
  private enum Lookup<Found: Sendable>: Sendable {
    case found(Found, steps: Int)
    // An error is larger than what is found, and rare.
    indirect case failed(StorageError, steps: Int)

    init(_ find: (inout Int) throws(StorageError) -> Found) {
      var steps = 0
      do throws(StorageError) {
        let found = try find(&steps)
        self = .found(found, steps: steps)
      } catch {
        self = .failed(error, steps: steps)
      }
    }

    var steps: Int {
      switch self {
      case .found(_, let steps), .failed(_, let steps): steps
      }
    }

    func get() throws(StorageError) -> Found {
      switch self {
      case .found(let found, _): return found
      case .failed(let error, _): throw error
      }
    }
  }

  /// The entries of one directory, sorted by bytes; kept for the next question.
  package func list(_ directory: String = "") throws(StorageError) -> [DirectoryEntry] {
    try folder(directory).entries
  }

  /// The entries of one directory, to be looked for by name; kept for the next question.
  func folder(_ directory: String) throws(StorageError) -> Folder {
    try listings.value(at: directory) {
      Lookup { (_) throws(StorageError) in Folder(try storage.list(BundlePath.join(base, directory))) }
    }.get()
  }

  /// What lies at `path`, a link at its end not followed; kept for the next question.
  package func status(_ path: String) throws(StorageError) -> FileStatus { try lookup(path).get() }

  /// Where `path` leads, links followed, in the outermost bundle's tree; kept for the next question.
  package func destination(_ path: String) throws(StorageError) -> String { try destinationLookup(path).get() }

  /// How many names have to be looked at to find what lies at `path`, whatever is there, and to follow it when it is a link. More than
  /// the path has only where there are symbolic links on the way. The same whoever asked for the path before.
  package func steps(to path: String) -> Int {
    let found = lookup(path)
    guard case .found(let status, let steps) = found, status.type == .symbolicLink else { return found.steps }
    return steps + destinationLookup(path).steps
  }

  /// The same of what a walk came to, which followed no links.
  package func steps(to entry: Entry) -> Int {
    guard entry.type == .file, entry.isNameValid else { return steps(to: entry.path) }
    func names(_ path: String) -> Int {
      var path = path
      return path.withUTF8 { bytes in
        var count = bytes.isEmpty ? 0 : 1
        for byte in bytes where byte == UInt8(ascii: "/") { count += 1 }
        return count
      }
    }
    return names(base) + names(entry.path)
  }

  private func lookup(_ path: String) -> Lookup<FileStatus> {
    statuses.value(at: path) {
      Lookup { (steps) throws(StorageError) in try storage.status(BundlePath.join(base, path), steps: &steps) }
    }
  }

  private func destinationLookup(_ path: String) -> Lookup<String> {
    destinations.value(at: path) {
      Lookup { (steps) throws(StorageError) in try storage.resolve(BundlePath.join(base, path), steps: &steps) }
    }
  }

  /// The bytes of the regular file at `path`, links inside the bundle followed.
  package func read(_ path: String, limit: Int = FileTree.defaultReadLimit) throws(StorageError) -> [UInt8] {
    try storage.read(BundlePath.join(base, path), limit: limit)
  }

  /// The regular file at `path`, links inside the bundle followed, for reading piece by piece. A small one is read at once and kept for
  /// the next question, while there is room.
  package func source(of path: String) throws(StorageError) -> any ByteSource {
    let key = ExactText(path)
    if let known = smallFiles.withValue({ $0.known[key] }) { return known }
    let source = try storage.source(of: BundlePath.join(base, path))
    // What cannot be read tells so when it is read.
    guard source.count <= Self.kept.file, let bytes = try? source.bytes(at: 0, count: source.count),
      bytes.count == source.count
    else { return source }
    let small = ByteArray(bytes)
    smallFiles.withValue { files in
      guard files.bytes + small.count <= Self.kept.all else { return }
      files.bytes += small.count + path.utf8.count
      files.known[key] = small
    }
    return small
  }

  /// Bytes of a file that is kept, and of all that are.
  private static let kept = (file: 32 << 10, all: 4 << 20)

  /// Every file, directory and link below the bundle, sorted by the bytes of the path. Made once.
  ///
  /// Throws `tooMany` past the limits, and whatever error a directory gives that can't be listed: a part of a bundle
  /// that can't be seen can't be judged.
  package func all() throws(StorageError) -> [Entry] { try walk().entries }

  /// Those of `all()` that match a pattern, likewise sorted. Adds the work done to `steps`; once these are more than `limit`, the work
  /// ends and the answer means nothing.
  package func entries(
    matching glob: Glob, steps: inout UInt64, limit: UInt64 = .max
  ) throws(StorageError) -> [Entry] {
    try walk().entries(matching: glob, steps: &steps, limit: limit)
  }

  func walk() throws(StorageError) -> FileWalk {
    try walked.value { () throws(StorageError) in
      try FileWalk(limits) { (directory) throws(StorageError) in try list(directory) }
    }
  }
}
