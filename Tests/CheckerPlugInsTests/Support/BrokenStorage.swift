import Bundles
import PropertyLists

/// A bundle whose files but for its Info.plist can be listed and not read, as on a disk that is failing.
struct BrokenStorage: BundleStorage {
  private let sound: MemoryStorage

  init(info: String) throws(StorageError) {
    sound = try MemoryStorage(["Contents/Info.plist": .file(Array(info.utf8)), "Contents/broken": .file([1, 2, 3])])
  }

  func list(_ directory: String) throws(StorageError) -> [DirectoryEntry] { try sound.list(directory) }
  func status(_ path: String, steps: inout Int) throws(StorageError) -> FileStatus {
    try sound.status(path, steps: &steps)
  }
  func resolve(_ path: String, steps: inout Int) throws(StorageError) -> String {
    try sound.resolve(path, steps: &steps)
  }

  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] {
    try check(path)
    return try sound.read(path, limit: limit)
  }

  func source(of path: String) throws(StorageError) -> any ByteSource {
    try check(path)
    return try sound.source(of: path)
  }

  private func check(_ path: String) throws(StorageError) {
    if path == "Contents/broken" { throw StorageError(.system, path: path, detail: "disk input/output error") }
  }
}
