import Basics
import Bundles
import PropertyLists

/// A bundle with a file `a/b` that can be read until a failure is set.
final class FailingStorage: BundleStorage {
  /// The kinds of failures.
  enum Way: String, Sendable {
    case none, source, reading, readingLater, shorter, longer, status, listing, listedTwice, type

    var isOfDirectory: Bool { self == .listing || self == .listedTwice }
  }

  final class Setting: Sendable {
    private let value = Locked(Way.none)

    func set(_ way: Way) { value.withValue { $0 = way } }
    var current: Way { value.withValue { $0 } }
  }

  /// The current failure.
  let way = Setting()
  private let sound: MemoryStorage

  init(info: String) throws(StorageError) {
    sound = try MemoryStorage([
      "Info.plist": .text(info), "a/b": .file([UInt8](repeating: 7, count: 1 << 20)), "a/c": .text(""),
    ])
  }

  func list(_ directory: String) throws(StorageError) -> [DirectoryEntry] {
    let entries = try sound.list(directory)
    if directory == "a", way.current == .listing { throw StorageError(.permissionDenied, path: directory) }
    return directory == "a" && way.current == .listedTwice ? entries.flatMap { [$0, $0] } : entries
  }

  func status(_ path: String, steps: inout Int) throws(StorageError) -> FileStatus {
    let status = try sound.status(path, steps: &steps)
    if path == "a/b", way.current == .status { throw StorageError(.notFound, path: path) }
    if path == "a/b", way.current == .type { return FileStatus(type: .directory, size: 0, mode: 0o755) }
    return status
  }

  func resolve(_ path: String, steps: inout Int) throws(StorageError) -> String {
    try sound.resolve(path, steps: &steps)
  }

  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] { try sound.read(path, limit: limit) }

  func source(of path: String) throws(StorageError) -> any ByteSource {
    if path == "a/b", way.current == .source { throw StorageError(.permissionDenied, path: path) }
    let source = try sound.source(of: path)
    return path == "a/b" ? FailingSource(inner: source, way: way.current) : source
  }
}

private struct FailingSource: ByteSource {
  let inner: any ByteSource
  let way: FailingStorage.Way

  var count: Int { inner.count + (way == .longer ? 1 : 0) }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    if way == .reading || (way == .readingLater && offset > 0) { throw ByteSourceError("input/output error") }
    if way == .shorter, offset > 0 { return 0 }
    return try inner.read(at: offset, into: buffer)
  }
}
