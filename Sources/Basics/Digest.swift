internal import CDigests

/// The digest algorithms in Apple's formats and in certificates (FIPS 180-4).
package enum DigestAlgorithm: Hashable, Sendable {
  case sha1
  case sha256
  case sha384
  case sha512

  package var size: Int { facts.size }

  fileprivate var facts: (kind: digest_kind, size: Int) {
    switch self {
    case .sha1: (DIGEST_SHA1, 20)
    case .sha256: (DIGEST_SHA256, 32)
    case .sha384: (DIGEST_SHA384, 48)
    case .sha512: (DIGEST_SHA512, 64)
    }
  }

  package func digest(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    var digest = Digest(self)
    bytes.withUnsafeBytes { digest.update($0) }
    return digest.bytes
  }
}

package struct Digest {
  private let size: Int
  private var state = digest_state()

  package init(_ algorithm: DigestAlgorithm) {
    size = algorithm.size
    digest_begin(&state, algorithm.facts.kind)
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) { digest_add(&state, bytes.baseAddress, bytes.count) }

  package var bytes: [UInt8] {
    var state = state
    return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
      guard let start = bytes.baseAddress else { return }
      digest_end(&state, start)
      count = size
    }
  }
}

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
