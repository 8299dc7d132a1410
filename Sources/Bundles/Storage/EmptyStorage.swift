import PropertyLists

/// The storage of a bare property list: the list is the whole bundle, and there are no files besides.
struct EmptyStorage: BundleStorage {
  func list(_ directory: String) throws(StorageError) -> [DirectoryEntry] {
    if directory.isEmpty { return [] }
    throw StorageError(.notFound, path: directory)
  }

  func status(_ path: String) throws(StorageError) -> FileStatus { throw StorageError(.notFound, path: path) }

  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] {
    throw StorageError(.notFound, path: path)
  }

  func source(of path: String) throws(StorageError) -> any ByteSource { throw StorageError(.notFound, path: path) }

  func resolve(_ path: String) throws(StorageError) -> String { throw StorageError(.notFound, path: path) }
}
