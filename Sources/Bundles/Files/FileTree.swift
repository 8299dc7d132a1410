public import PropertyLists

/// The files of one bundle, nested bundles' files included. Nothing is listed until it is asked for, nothing twice.
///
/// Paths are relative to the bundle. Symbolic links are reported by listings and walks and never followed there.
public final class FileTree: Sendable {
  /// One file, directory or link in the tree.
  public struct Entry: Hashable, Sendable {
    /// The path, relative to the bundle.
    public let path: String
    /// The type; a link is a link.
    public let type: FileType
    /// False when a name in the path is not UTF-8; such a file can't be opened.
    public let isNameValid: Bool
  }

  /// How far a walk goes.
  public struct Limits: Hashable, Sendable {
    /// Entries of the whole tree.
    public var entries: Int
    /// Directories inside one another.
    public var depth: Int

    /// Makes limits; the defaults hold every real bundle.
    public init(entries: Int = 1_000_000, depth: Int = 128) {
      self.entries = entries
      self.depth = depth
    }
  }

  /// Largest file `read` returns unless told otherwise: 64 MiB.
  public static let defaultReadLimit = 64 << 20

  let storage: any BundleStorage
  let base: String
  // Made with the first question: most checks ask nothing, and a dictionary's type alone costs start-up time.
  private let listings = Lazy<PathCache<[DirectoryEntry]>, Never>()
  private let statuses = Lazy<PathCache<FileStatus>, Never>()
  private let walked = Lazy<[Entry], StorageError>()
  private let limits: Limits

  init(storage: any BundleStorage, base: String, limits: Limits = Limits()) {
    self.storage = storage
    self.base = base
    self.limits = limits
  }

  /// The entries of one directory, sorted by bytes; kept for the next question.
  public func list(_ directory: String = "") throws(StorageError) -> [DirectoryEntry] {
    try listings.value { PathCache() }.value(at: directory) { () throws(StorageError) in
      try storage.list(BundlePath.join(base, directory))
    }
  }

  /// What lies at `path`, a link at its end not followed; kept for the next question.
  public func status(_ path: String) throws(StorageError) -> FileStatus {
    try statuses.value { PathCache() }.value(at: path) { () throws(StorageError) in
      try storage.status(BundlePath.join(base, path))
    }
  }

  /// The bytes of the regular file at `path`, links inside the bundle followed.
  public func read(_ path: String, limit: Int = FileTree.defaultReadLimit) throws(StorageError) -> [UInt8] {
    try storage.read(BundlePath.join(base, path), limit: limit)
  }

  /// The regular file at `path`, links inside the bundle followed, for reading piece by piece.
  public func source(of path: String) throws(StorageError) -> any ByteSource {
    try storage.source(of: BundlePath.join(base, path))
  }

  /// Every file, directory and link below the bundle, sorted by the bytes of the path. Made once.
  ///
  /// Throws `tooMany` past the limits, and whatever error a directory gives that can't be listed: a part of a bundle
  /// that can't be seen can't be judged.
  public func all() throws(StorageError) -> [Entry] {
    try walked.value { () throws(StorageError) in try walk() }
  }

  private func walk() throws(StorageError) -> [Entry] {
    var found: [Entry] = []
    var pending: [(path: String, depth: Int, valid: Bool)] = [("", 0, true)]
    while let (directory, depth, valid) = pending.popLast() {
      guard depth <= limits.depth else {
        throw StorageError(.tooMany, path: directory, limit: limits.depth, detail: "directories inside one another")
      }
      for entry in try storage.list(BundlePath.join(base, directory)) {
        guard found.count < limits.entries else {
          throw StorageError(.tooMany, path: "", limit: limits.entries, detail: "files")
        }
        let path = BundlePath.join(directory, entry.name)
        let isValid = valid && entry.isNameValid
        found.append(Entry(path: path, type: entry.type, isNameValid: isValid))
        if entry.type == .directory, isValid { pending.append((path, depth + 1, true)) }
      }
    }
    return found.sorted { $0.path.precedesInBytes($1.path) }
  }
}
