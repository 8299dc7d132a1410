import Basics
package import PropertyLists

/// The files of one bundle, including files of nested bundles. Directories are listed on demand, and only once.
///
/// Paths are relative to the bundle. Listings and walks report symbolic links and do not follow them.
package final class FileTree: Sendable {
  package struct Entry: Hashable, Sendable {
    package let path: String
    /// The type; links are not followed.
    package let type: FileType
    /// False if a name in the path is not UTF-8; such a file cannot be opened.
    package let isNameValid: Bool
  }

  package struct Limits: Hashable, Sendable {
    package var entries: Int
    package var depth: Int
    /// The maximum total length of all paths, in bytes: in a deep directory even a few files have long paths.
    package var pathBytes: Int

    package init(entries: Int = 1_000_000, depth: Int = 128, pathBytes: Int = 256 << 20) {
      self.entries = entries
      self.depth = depth
      self.pathBytes = pathBytes
    }
  }

  package static let defaultReadLimit = 64 << 20

  let storage: any BundleStorage
  let base: String
  private let listings = PathCache<Lookup<Folder>>()
  private let statuses = PathCache<Lookup<FileStatus>>()
  private let destinations = PathCache<Lookup<String>>()
  private let smallFiles = Locked<(known: [ExactText: ByteArray], bytes: Int)>(([:], 0))
  private let walked = Lazy<FileWalk, StorageError>()
  private let limits: Limits

  package init(storage: any BundleStorage, base: String, limits: Limits = Limits()) {
    self.storage = storage
    self.base = base
    self.limits = limits
  }

  private enum Lookup<Found: Sendable>: Sendable {
    case found(Found, steps: Int)
    // An error is larger than most results, and rare.
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

  package func list(_ directory: String = "") throws(StorageError) -> [DirectoryEntry] {
    try folder(directory).entries
  }

  func folder(_ directory: String) throws(StorageError) -> Folder {
    try listings.value(at: directory) {
      Lookup { (_) throws(StorageError) in Folder(try storage.list(BundlePath.join(base, directory))) }
    }.get()
  }

  package func status(_ path: String) throws(StorageError) -> FileStatus { try lookup(path).get() }

  /// The path that `path` leads to in the outermost bundle's tree, with links followed; cached.
  package func destination(_ path: String) throws(StorageError) -> String { try destinationLookup(path).get() }

  /// The number of names to look up to find `path`, whether or not it exists, and to follow it if it is a link. Exceeds the number of
  /// components only if there are symbolic links on the way. Does not depend on what is cached.
  package func steps(to path: String) -> Int {
    let found = lookup(path)
    guard case .found(let status, let steps) = found, status.type == .symbolicLink else { return found.steps }
    return steps + destinationLookup(path).steps
  }

  /// The number of steps to an entry of a walk, which follows no links.
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

  /// Reads the regular file at `path`, following links inside the bundle.
  package func read(_ path: String, limit: Int = FileTree.defaultReadLimit) throws(StorageError) -> [UInt8] {
    try storage.read(BundlePath.join(base, path), limit: limit)
  }

  /// Returns the regular file at `path`, following links inside the bundle, for reading in pieces. Small files are read at once and cached,
  /// up to a total size.
  package func source(of path: String) throws(StorageError) -> any ByteSource {
    let key = ExactText(path)
    if let known = smallFiles.withValue({ $0.known[key] }) { return known }
    let source = try storage.source(of: BundlePath.join(base, path))
    // If the file cannot be read, the caller gets the error when it reads.
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

  /// Returns the first bytes of the regular file at `path`, without reading the rest; fewer if it is shorter.
  package func beginning(of path: String, count: Int) throws(StorageError) -> [UInt8] {
    let known = smallFiles.withValue { $0.known[ExactText(path)] }
    let source: any ByteSource = if let known { known } else { try storage.source(of: BundlePath.join(base, path)) }
    return try mapError(try source.bytes(at: 0, count: count)) { (error: ByteSourceError) in
      StorageError(.system, path: path, detail: error.description)
    }
  }

  /// Returns the names of the extended attributes of the file or directory at `path`, in the file system and in an AppleDouble file beside
  /// it (`._NAME`), which `appleDouble` reads. Sorted by bytes, without duplicates.
  package func attributes(
    of path: String, appleDouble: (any ByteSource) -> [String]
  ) throws(StorageError) -> [String] {
    var names = Set(try storage.attributes(of: BundlePath.join(base, path)).map(ExactText.init))
    let name = BundlePath.lastComponent(path)
    let folder = String(path.dropLast(name.count))
    if !name.isEmpty, let source = try? self.source(of: "\(folder)._\(name)") {
      names.formUnion(appleDouble(source).map(ExactText.init))
    }
    return names.map(\.text).sorted { $0.precedesInBytes($1) }
  }

  package func readingPosition(of path: String) throws(StorageError) -> Int {
    try storage.readingPosition(of: BundlePath.join(base, path))
  }

  private static let kept = (file: 32 << 10, all: 4 << 20)

  /// Every file, directory and link in the bundle, sorted by the bytes of the path. Cached.
  ///
  /// Throws `tooMany` beyond the limits, and the error of any directory that cannot be listed: unseen files cannot be checked.
  package func all() throws(StorageError) -> [Entry] { try walk().entries }

  /// The entries of `all()` that match a pattern, in the same order. Adds the work done to `steps`; once `steps` exceeds `limit`, the
  /// search stops and the result is meaningless.
  package func entries(matching glob: Glob, steps: inout UInt64, limit: UInt64 = .max) throws(StorageError) -> [Entry] {
    try walk().entries(matching: glob, steps: &steps, limit: limit)
  }

  func walk() throws(StorageError) -> FileWalk {
    try walked.value { () throws(StorageError) in
      try FileWalk(limits) { (directory) throws(StorageError) in try list(directory) }
    }
  }
}
