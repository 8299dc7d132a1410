import PropertyLists

extension ArchiveStorage {
  /// Reads a tar in memory, plain or compressed by gzip. Throws for other archives.
  package convenience init(tar bytes: [UInt8], limits: ArchiveLimits) throws(StorageError) {
    let head = Array(bytes.prefix(ArchiveFormat.headBytes))
    switch ArchiveFormat(head: head) {
    case .tar, .gzip: try self.init(ByteArray(bytes), limits: limits)
    case let other?: throw .malformedArchive("is \(other.words), not a tar or a tar compressed by gzip")
    case nil: throw .malformedArchive("is \(ArchiveFormat.words(forHead: head)), not a tar")
    }
  }
}
