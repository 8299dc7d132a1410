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
}

extension ByteSource {
  /// Passes all bytes to `update`. Throws if there are more than `SHA256Digest.sizeLimit`, if they cannot be read, or if there are fewer
  /// than before.
  func hash(file: String, _ update: (UnsafeRawBufferPointer) -> Void) throws(FileFactError) {
    let count = count
    guard count <= SHA256Digest.sizeLimit else {
      throw .tooLargeToHash(file: file, size: count, limit: SHA256Digest.sizeLimit)
    }
    let read: Int
    do throws(ByteSourceError) {
      read = try forEachPiece(update)
    } catch {
      throw FileFactError(unreadable: file, error.description)
    }
    guard read == count else { throw .shrank(BytePlace(file: file, offset: read)) }
  }
}
