internal import FileFacts

/// One digest for all policies of a check: SHA-256 over the tag `bundlepolicy policies 1`, a zero byte, and for each policy in
/// the order loaded its id, a zero byte, and the 32 bytes of its own digest.
enum PolicySetDigest {
  /// 64 hexadecimal digits. `digests` are those of the policies, in hexadecimal digits, too.
  static func of(_ policies: [(id: String, digest: String)]) -> String {
    var digest = SHA256Digest()
    add("bundlepolicy policies 1", to: &digest)
    for policy in policies {
      add(policy.id, to: &digest)
      var bytes: [UInt8] = []
      let digits = policy.digest.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      for position in stride(from: 0, to: digits.count - 1, by: 2) {
        bytes.append(UInt8(truncatingIfNeeded: digits[position] << 4 | digits[position + 1]))
      }
      bytes.withUnsafeBytes { digest.update($0) }
    }
    return digest.hexadecimal
  }

  private static func add(_ text: String, to digest: inout SHA256Digest) {
    (Array(text.utf8) + [0]).withUnsafeBytes { digest.update($0) }
  }
}
