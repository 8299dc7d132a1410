import Basics
package import PropertyLists

/// A directory on disk.
///
/// The root is opened once; everything below is opened with `openat`, one component at a time and never through a link that the kernel
/// follows, so that a tree that changes in the meantime cannot lead outside. Only regular files are opened for reading.
package final class DirectoryStorage: ResolvingStorage {
  package static let maximumEntries = 1_000_000

  private let root: Int32
  private let known = DirectoryCache()

  /// Opens the directory at `path`, a path of the operating system, following links.
  package init(path: String) throws(StorageError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError(errno).storageError(at: path) }
    root = descriptor
  }

  deinit { close(root) }

  package func list(_ directory: String) throws(StorageError) -> [DirectoryEntry] {
    let cursor = makeCursor()
    _ = try PathResolution.resolve(directory, last: .enter, with: cursor)
    let stream = try DirectoryStream(cursor.openForListing(path: directory), path: directory)
    var entries: [DirectoryEntry] = []
    while let entry = try stream.next() {
      guard entries.count < Self.maximumEntries else {
        throw StorageError(.tooMany, path: directory, limit: Self.maximumEntries)
      }
      entries.append(entry)
    }
    cursor.keep(OpenDirectory(stream))
    return try entries.map(\.name).orderByBytes.map { entries[$0] }.withReadableNames(in: directory)
  }

  func makeCursor() -> DirectoryCursor { DirectoryCursor(root: root, known: known) }

  func status(at cursor: DirectoryCursor, _ place: ResolvedPath, path: String) throws(StorageError) -> FileStatus {
    try cursor.look(".", path: path)
  }

  package func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] {
    try regularFile(path).read(limit: limit)
  }

  package func source(of path: String) throws(StorageError) -> any ByteSource { try regularFile(path) }

  package func attributes(of path: String) throws(StorageError) -> [String] {
    let cursor = makeCursor()
    let place = try PathResolution.resolve(path, last: .keep, with: cursor)
    guard let name = place.name, let status = place.status else {
      return try ExtendedAttributes.names(cursor.openForListing(path: path), path: path)
    }
    // Opening a device can have effects, and opening a pipe would wait for its writer.
    guard status.type == .file || status.type == .directory else { return [] }
    return try ExtendedAttributes.names(cursor.open(name), path: path)
  }

  private func regularFile(_ path: String) throws(StorageError) -> RegularFile {
    let cursor = makeCursor()
    let place = try PathResolution.resolve(path, last: .follow, with: cursor)
    // The status is checked before opening: opening a device can have effects, and opening a pipe would wait for its writer.
    guard let name = place.name, let status = place.status, status.type == .file else {
      let isDirectory = place.status.map { $0.type == .directory } ?? true
      throw StorageError(
        .notAFile, path: path, detail: isDirectory ? "a directory" : "a named pipe, socket or device")
    }
    return try RegularFile(cursor.open(name), path: path)
  }
}

final class DirectoryCursor: PathCursor {
  private let root: Int32
  private let known: DirectoryCache
  /// A descriptor that this cursor opened and has not shared yet.
  private var own: Int32?
  private var shared: OpenDirectory?
  private var path: [UInt8] = []

  init(root: Int32, known: DirectoryCache) {
    self.root = root
    self.known = known
  }

  deinit { share() }

  private var descriptor: Int32 { own ?? shared?.descriptor ?? root }

  func restart() {
    share()
    shared = nil
    path = []
  }

  private func share() {
    if let own { known.keep(OpenDirectory(own), at: path) }
    own = nil
  }

  func keep(_ directory: OpenDirectory) { if !path.isEmpty { known.keep(directory, at: path) } }

  /// Opens a file here. A method, because the cursor must stay alive until the descriptor has been used.
  func open(_ name: String) -> Int32 {
    openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  }

  func enter(known directory: ArraySlice<UInt8>) -> Bool {
    guard let found = known[directory] else { return false }
    (shared, path) = (found, Array(directory))
    return true
  }

  func enter(_ name: String, path shown: String) throws(StorageError) -> PathStep {
    let inside = path + (path.isEmpty ? [] : [0x2F]) + Array(name.utf8)
    if let directory = known[inside] {
      share()
      (shared, path) = (directory, inside)
      return .entered
    }
    let next = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if next >= 0 {
      share()
      (own, shared, path) = (next, nil, inside)
      return .entered
    }
    let failure = SystemError(errno)
    // For a link, Linux reports ENOTDIR and Darwin ELOOP.
    guard failure.number == ENOTDIR || failure.number == ELOOP else { throw failure.storageError(at: shown) }
    let status = try look(name, path: shown)
    if let target = status.linkTarget { return .link(target) }
    throw StorageError(.notADirectory, path: shown)
  }

  func look(_ name: String, path: String) throws(StorageError) -> FileStatus {
    var raw = stat()
    guard fstatat(descriptor, name, &raw, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw SystemError(errno).storageError(at: path)
    }
    let type = FileType(mode: UInt32(raw.st_mode))
    let target = type == .symbolicLink ? try readLink(name, path: path) : nil
    // File systems report different sizes for directories.
    let hasSize = type == .file || type == .symbolicLink
    return FileStatus(
      type: type, size: hasSize ? Int(clamping: raw.st_size) : 0,
      mode: UInt16(truncatingIfNeeded: raw.st_mode) & 0o7777,
      linkTarget: target, revision: FileRevision(raw))
  }

  private func readLink(_ name: String, path: String) throws(StorageError) -> String {
    // PATH_MAX is 4096 on Linux and 1024 on Darwin; a longer target is truncated, and then does not exist.
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes -> Int in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return -1 }
      return readlinkat(descriptor, name, start, bytes.count)
    }
    guard count >= 0 else { throw SystemError(errno).storageError(at: path) }
    guard let target = String(validating: buffer.prefix(count), as: UTF8.self) else {
      throw StorageError(.unreadableName, path: path, detail: StorageError.targetDetail)
    }
    return target
  }

  /// Returns a separate descriptor of the directory, which the caller must close: a listing moves its position.
  func openForListing(path: String) throws(StorageError) -> Int32 {
    if let own {
      self.own = nil
      return own
    }
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw SystemError(errno).storageError(at: path) }
    return copy
  }
}
