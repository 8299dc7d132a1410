import Bundles
import PropertyLists

/// Files of which one cannot be read, as on a medium that is damaged, or without permission.
struct FaultyStorage: BundleStorage {
  enum Fault: Hashable {
    /// The system refuses to open it.
    case refused
    /// Reading fails at this byte.
    case failing(at: Int)
  }

  let inner: any BundleStorage
  /// The file, links resolved.
  let path: String
  let fault: Fault

  func list(_ directory: String) throws(StorageError) -> [DirectoryEntry] { try inner.list(directory) }
  func status(_ path: String, steps: inout Int) throws(StorageError) -> FileStatus {
    try inner.status(path, steps: &steps)
  }
  func resolve(_ path: String, steps: inout Int) throws(StorageError) -> String {
    try inner.resolve(path, steps: &steps)
  }

  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] {
    guard try inner.resolve(path) == self.path else { return try inner.read(path, limit: limit) }
    switch fault {
    case .refused: throw StorageError(.permissionDenied, path: path)
    case .failing: throw StorageError(.system, path: path, detail: "disk input/output error")
    }
  }

  func source(of path: String) throws(StorageError) -> any ByteSource {
    let source = try inner.source(of: path)
    guard try inner.resolve(path) == self.path else { return source }
    switch fault {
    case .refused: throw StorageError(.permissionDenied, path: path)
    case .failing(let end): return FailingSource(inner: source, end: end)
    }
  }
}

/// Bytes that can be read up to a point.
private struct FailingSource: ByteSource {
  let inner: any ByteSource
  let end: Int

  var count: Int { inner.count }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard offset < end else { throw ByteSourceError("disk input/output error") }
    return try inner.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(end - offset)))
  }
}
