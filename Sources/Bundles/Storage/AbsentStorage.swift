import PropertyLists

/// The storage of a bundle whose files are not at hand: whatever is asked for, it is not known.
struct AbsentStorage: BundleStorage {
  /// Why, in a few words.
  let reason: String

  private func failure(_ path: String) -> StorageError { StorageError(.system, path: path, detail: reason) }

  func list(_ directory: String) throws(StorageError) -> [DirectoryEntry] { throw failure(directory) }

  func status(_ path: String) throws(StorageError) -> FileStatus { throw failure(path) }

  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] { throw failure(path) }

  func source(of path: String) throws(StorageError) -> any ByteSource { throw failure(path) }

  func resolve(_ path: String) throws(StorageError) -> String { throw failure(path) }
}
