import Basics

/// SHA-256 for policies' digests and findings' fingerprints.
enum Digest {
  /// `sha256:` and 64 hexadecimal digits over the parts one after the other, each preceded by its length.
  static func of(parts: [[UInt8]]) -> String { "sha256:" + hexadecimal(parts) }

  /// 32 hexadecimal digits over the texts; which are the same only for the same texts.
  static func fingerprint(_ texts: [String]) -> String { String(hexadecimal(texts.map { Array($0.utf8) }).prefix(32)) }

  private static func hexadecimal(_ parts: [[UInt8]]) -> String {
    var digest = SHA256Digest()
    for part in parts {
      digest.update(littleEndian: UInt64(part.count))
      digest.update(part)
    }
    return digest.hexadecimal
  }
}
