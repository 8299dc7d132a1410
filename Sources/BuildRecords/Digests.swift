import Basics

/// The digest of a bundle's contents: the names, types, execute bits and bytes of all its files, independent of its
/// location.
package struct ContentDigest: Hashable, Sendable {
  package let bytes: [UInt8]

  /// Nil unless there are 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// Parses `sha256:` and 64 hexadecimal digits; nil for anything else.
  package init?(text: String) {
    guard text.hasPrefix("sha256:"), let bytes = Hexadecimal.bytes(text.dropFirst(7)) else { return nil }
    self.init(bytes: bytes)
  }

  /// `sha256:` and 64 lower-case hexadecimal digits.
  package var text: String { "sha256:" + Hexadecimal.text(of: bytes) }
}

/// Identifies a bundle that was checked, so that a receipt can be compared with another copy of it.
public struct SubjectDigests: Hashable, Sendable {
  /// The path as it was named; for a bundle in an archive, the archive's.
  package let name: String
  /// The digest of the outer bundle's contents: see `ContentDigests`.
  package let content: ContentDigest
  /// SHA-256 over the bytes of the named file, an archive or a bare property list, as `sha256sum` prints it, 32
  /// bytes; nil for a directory.
  package let file: [UInt8]?

  package init(name: String, content: ContentDigest, file: [UInt8]?) {
    (self.name, self.content, self.file) = (name, content, file)
  }
}
