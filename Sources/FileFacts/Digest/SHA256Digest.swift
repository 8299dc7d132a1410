internal import Crypto
public import PropertyLists

/// SHA-256 (FIPS 180-4) of bytes that come one piece after the other.
public struct SHA256Digest {
  /// Most bytes of a file that are hashed: 1 GiB. A file without content on disk may claim any size.
  public static let sizeLimit = 1 << 30

  // Fewer and larger reads do not make it faster.
  private static let pieceSize = 256 << 10

  private var hash = SHA256()

  /// Starts with no bytes.
  public init() {}

  /// Adds bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

  /// 32 bytes over all bytes added.
  public var bytes: [UInt8] { Array(hash.finalize()) }

  /// 64 lower-case hexadecimal digits over all bytes added.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The digest of a whole file, in hexadecimal digits. Reads ascending, a piece at a time.
  ///
  /// Throws when it can't be read, becomes shorter meanwhile, or is larger than `sizeLimit`.
  public static func of(_ source: any ByteSource, file: String) throws(FileFactError) -> String {
    let count = source.count
    guard count <= sizeLimit else { throw .tooLargeToHash(file: file, size: count, limit: sizeLimit) }
    var digest = SHA256Digest()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, min(count, pieceSize)), alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while offset < count {
      let got: Int
      do throws(ByteSourceError) {
        got = min(try source.read(at: offset, into: buffer), buffer.count)
      } catch {
        throw FileFactError(unreadable: file, error.description)
      }
      guard got > 0 else { throw .shrank(BytePlace(file: file, offset: offset)) }
      digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<got]))  // got <= buffer.count, above
      offset += got
    }
    return digest.hexadecimal
  }
}
