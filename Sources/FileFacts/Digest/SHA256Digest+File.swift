package import Basics
package import PropertyLists

extension SHA256Digest {
  /// Most bytes of a file that are hashed: 1 GiB. A file without content on disk may claim any size.
  static let sizeLimit = 1 << 30

  /// The digest of a whole file, in hexadecimal digits.
  ///
  /// Throws when it can't be read, becomes shorter meanwhile, or is larger than `sizeLimit`.
  package static func of(_ source: any ByteSource, file: String) throws(FileFactError) -> String {
    let count = source.count
    guard count <= sizeLimit else { throw .tooLargeToHash(file: file, size: count, limit: sizeLimit) }
    var digest = SHA256Digest()
    let read: Int
    do throws(ByteSourceError) {
      read = try source.forEachPiece { digest.update($0) }
    } catch {
      throw FileFactError(unreadable: file, error.description)
    }
    guard read == count else { throw .shrank(BytePlace(file: file, offset: read)) }
    return digest.hexadecimal
  }
}
