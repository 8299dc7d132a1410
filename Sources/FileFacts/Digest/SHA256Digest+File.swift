package import Basics
package import PropertyLists

extension SHA256Digest {
  /// The maximum size of a file to hash: 1 GiB. A sparse file may have any size.
  static let sizeLimit = 1 << 30

  /// Returns the digest of a whole file, in hexadecimal digits.
  ///
  /// Throws if the file cannot be read, becomes shorter while reading, or is larger than `sizeLimit`.
  package static func of(_ source: any ByteSource, file: String) throws(FileFactError) -> String {
    var digest = SHA256Digest()
    try source.hash(file: file) { digest.update($0) }
    return digest.hexadecimal
  }

  /// Returns the digest of a part of a file; nil if the file ends before it. Throws as `of(_:file:)` does.
  package static func of(
    _ source: any ByteSource, from start: Int, count: Int, file: String
  ) throws(FileFactError) -> String? {
    guard count <= sizeLimit else { throw .tooLargeToHash(file: file, size: count, limit: sizeLimit) }
    guard start <= source.count, count <= source.count - start else { return nil }
    var digest = SHA256Digest()
    try source.forEachPiece(of: start..<(start + count), file: file) { digest.update($0) }
    return digest.hexadecimal
  }
}

extension ByteSource {
  /// Passes all bytes to `update`. Throws if there are more than `SHA256Digest.sizeLimit`, if they cannot be read, or if there are fewer
  /// than before.
  func hash(file: String, _ update: (UnsafeRawBufferPointer) -> Void) throws(FileFactError) {
    let count = count
    guard count <= SHA256Digest.sizeLimit else {
      throw .tooLargeToHash(file: file, size: count, limit: SHA256Digest.sizeLimit)
    }
    let read = try mapError(try forEachPiece(update)) { (error: ByteSourceError) in
      FileFactError(unreadable: file, error.description)
    }
    guard read == count else { throw .shrank(BytePlace(file: file, offset: read)) }
  }

  /// Passes the bytes of a range to `update` in ascending pieces. Throws if they cannot be read, or end early.
  func forEachPiece(of range: Range<Int>, file: String, _ update: ([UInt8]) -> Void) throws(FileFactError) {
    var next = range.lowerBound
    while next < range.upperBound {
      let wanted = min(range.upperBound - next, 256 << 10)
      let bytes = try mapError(try self.bytes(at: next, count: wanted)) { (error: ByteSourceError) in
        FileFactError(unreadable: file, error.description)
      }
      guard bytes.count == wanted else { throw .shrank(BytePlace(file: file, offset: next + bytes.count)) }
      update(bytes)
      next += wanted
    }
  }
}
