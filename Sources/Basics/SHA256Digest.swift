package struct SHA256Digest {
  private var digest = Digest(.sha256)

  package init() {}

  package init(of bytes: [UInt8]) { update(bytes) }

  /// The digest of a list of parts, each with its length.
  package init(ofParts parts: [[UInt8]]) {
    for part in parts {
      update(littleEndian: UInt64(part.count))
      update(part)
    }
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) { digest.update(bytes) }

  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { digest.update($0) } }

  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  package mutating func update(bigEndian number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { update($0) }
  }

  package mutating func update(littleEndian number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { update($0) }
  }

  package var bytes: [UInt8] { digest.bytes }

  package var hexadecimal: String { Hexadecimal.text(of: bytes) }
}
