import PropertyLists

extension ByteSource {
  /// Exactly `count` bytes from `offset` on; an error names `path`.
  func exactly(_ wanted: Int, at offset: Int, path: String = "") throws(StorageError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(ByteSourceError) {
      bytes = try self.bytes(at: offset, count: wanted)
    } catch {
      throw StorageError(.system, path: path.isEmpty ? "the archive" : path, detail: error.description)
    }
    guard bytes.count == wanted else {
      throw path.isEmpty ? .malformedArchive("is cut short") : .malformedEntry(path, "is cut short")
    }
    return bytes
  }
}
