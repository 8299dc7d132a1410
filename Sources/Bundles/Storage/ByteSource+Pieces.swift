package import PropertyLists

extension ByteSource {
  /// Hands over all bytes of the file at `path`, ascending, a piece at a time. Throws when they can't be read, and when there are fewer than
  /// there were.
  package func forEachPiece(of path: String, _ body: (UnsafeRawBufferPointer) -> Void) throws(StorageError) {
    let read: Int
    do throws(ByteSourceError) {
      read = try forEachPiece(body)
    } catch {
      throw StorageError(.system, path: path, detail: error.description)
    }
    guard read == count else { throw StorageError(.changed, path: path) }
  }
}
