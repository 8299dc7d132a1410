public import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A directory on disk.
///
/// The root is opened once; everything below is reached by `openat`, one component at a time and never through a link
/// the kernel follows, so that a tree that changes under the reader can't lead it outside. Only regular files are opened
/// for reading.
public final class DirectoryStorage: BundleStorage {
  /// Entries one directory may hold.
  public static let maximumEntries = 1_000_000

  private let root: Int32

  /// Opens the directory at `path`, a path of the operating system; links in it are followed.
  public init(path: String) throws(StorageError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemFailure(errno).error(at: path) }
    root = descriptor
  }

  deinit { close(root) }

  /// See `BundleStorage`.
  public func list(_ directory: String) throws(StorageError) -> [DirectoryEntry] {
    let cursor = DirectoryCursor(root: root)
    _ = try PathResolution.resolve(directory, last: .enter, with: cursor)
    let stream = try DirectoryStream(cursor.takeDescriptor(path: directory), path: directory)
    var entries: [DirectoryEntry] = []
    while let entry = try stream.next() {
      guard entries.count < Self.maximumEntries else {
        throw StorageError(.tooMany, path: directory, limit: Self.maximumEntries)
      }
      entries.append(entry)
    }
    return entries.sorted { $0.name.precedesInBytes($1.name) }
  }

  /// See `BundleStorage`.
  public func status(_ path: String) throws(StorageError) -> FileStatus {
    let cursor = DirectoryCursor(root: root)
    let place = try PathResolution.resolve(path, last: .keep, with: cursor)
    if let status = place.status { return status }
    return try cursor.look(".", path: path)
  }

  /// See `BundleStorage`.
  public func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] {
    try regularFile(path).read(limit: limit)
  }

  /// See `BundleStorage`.
  public func source(of path: String) throws(StorageError) -> any ByteSource { try regularFile(path) }

  private func regularFile(_ path: String) throws(StorageError) -> RegularFile {
    let cursor = DirectoryCursor(root: root)
    let place = try PathResolution.resolve(path, last: .follow, with: cursor)
    // Looked at before it is opened: opening a device can have effects, and a pipe would wait for its writer.
    guard let name = place.name, let status = place.status, status.type == .file else {
      let isDirectory = place.status.map { $0.type == .directory } ?? true
      throw StorageError(
        .notAFile, path: path, detail: isDirectory ? "a directory" : "a named pipe, socket or device")
    }
    let descriptor = openat(
      cursor.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFailure(errno).error(at: path) }
    return try RegularFile(descriptor, path: path)
  }

  /// See `BundleStorage`.
  public func resolve(_ path: String) throws(StorageError) -> String {
    try PathResolution.resolve(path, last: .follow, with: DirectoryCursor(root: root)).path
  }
}

/// An open directory below the root that moves by `openat`.
private final class DirectoryCursor: PathCursor {
  private let root: Int32
  private var current: Int32?

  init(root: Int32) { self.root = root }

  deinit { if let current { close(current) } }

  var descriptor: Int32 { current ?? root }

  func restart() {
    if let current { close(current) }
    current = nil
  }

  func enter(_ name: String, path: String) throws(StorageError) -> PathStep {
    let next = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if next >= 0 {
      restart()
      current = next
      return .entered
    }
    let failure = SystemFailure(errno)
    // A link here is ENOTDIR on Linux and ELOOP on Darwin.
    guard failure.number == ENOTDIR || failure.number == ELOOP else { throw failure.error(at: path) }
    let status = try look(name, path: path)
    if let target = status.linkTarget { return .link(target) }
    throw StorageError(.notADirectory, path: path)
  }

  func look(_ name: String, path: String) throws(StorageError) -> FileStatus {
    var raw = stat()
    guard fstatat(descriptor, name, &raw, AT_SYMLINK_NOFOLLOW) == 0 else { throw SystemFailure(errno).error(at: path) }
    let type = FileType(mode: UInt32(raw.st_mode))
    let target = type == .symbolicLink ? try readLink(name, path: path) : nil
    return FileStatus(
      type: type, size: Int(clamping: raw.st_size), mode: UInt16(truncatingIfNeeded: raw.st_mode) & 0o7777,
      linkTarget: target)
  }

  private func readLink(_ name: String, path: String) throws(StorageError) -> String {
    // PATH_MAX is 4096 on Linux and 1024 on Darwin; a longer target is cut, and then points to nothing.
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes -> Int in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return -1 }
      return readlinkat(descriptor, name, start, bytes.count)
    }
    guard count >= 0 else { throw SystemFailure(errno).error(at: path) }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }

  /// The descriptor, now the caller's to close.
  func takeDescriptor(path: String) throws(StorageError) -> Int32 {
    if let taken = current {
      current = nil
      return taken
    }
    let copy = openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw SystemFailure(errno).error(at: path) }
    return copy
  }
}
