/// SHA-256 (FIPS 180-4) of bytes that come one piece after the other.
package struct SHA256Digest {
  private var digest = Digest(.sha256)

  /// Starts with no bytes.
  package init() {}

  /// The digest of these bytes.
  package init(of bytes: [UInt8]) { update(bytes) }

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) { digest.update(bytes) }

  /// Adds bytes.
  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { digest.update($0) } }

  /// Adds the UTF-8 of a text.
  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// Adds the bytes of a number, the most significant first.
  package mutating func update(bigEndian number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { update($0) }
  }

  /// Adds the bytes of a number, the least significant first.
  package mutating func update(littleEndian number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { update($0) }
  }

  /// The 32 bytes over all bytes added.
  package var bytes: [UInt8] { digest.bytes }

  /// 64 lower-case hexadecimal digits over all bytes added.
  package var hexadecimal: String { Hexadecimal.text(of: bytes) }
}
