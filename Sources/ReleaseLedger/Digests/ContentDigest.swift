import Basics

/// The digest of a bundle's contents: of the names, types, execute bits and bytes of all its files, wherever the bundle lies.
package struct ContentDigest: Hashable, Sendable {
  /// 32 bytes of SHA-256.
  package let bytes: [UInt8]

  /// Nil unless there are 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// Reads `sha256:` and 64 hexadecimal digits; nil for anything else.
  package init?(text: String) {
    guard text.hasPrefix("sha256:"), let bytes = Hexadecimal.bytes(text.dropFirst(7)) else { return nil }
    self.init(bytes: bytes)
  }

  /// `sha256:` and 64 lower-case hexadecimal digits.
  package var text: String { "sha256:" + Hexadecimal.text(of: bytes) }
}
