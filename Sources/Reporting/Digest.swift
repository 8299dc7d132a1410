internal import Crypto

/// SHA-256 (FIPS 180-4), for policies' digests and findings' fingerprints.
enum Digest {
  /// `sha256:` and 64 hexadecimal digits over the parts one after the other, each preceded by its length.
  static func of(parts: [[UInt8]]) -> String { "sha256:" + hexadecimal(parts) }

  /// 32 hexadecimal digits over the texts; which are the same only for the same texts.
  static func fingerprint(_ texts: [String]) -> String { String(hexadecimal(texts.map { Array($0.utf8) }).prefix(32)) }

  private static func hexadecimal(_ parts: [[UInt8]]) -> String {
    var hash = SHA256()
    for part in parts {
      withUnsafeBytes(of: UInt64(part.count).littleEndian) { hash.update(bufferPointer: $0) }
      part.withUnsafeBytes { hash.update(bufferPointer: $0) }
    }
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
