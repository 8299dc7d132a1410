internal import Basics

/// One digest for all policies of a check: SHA-256 over the tag `bundlepolicy policies 1`, a zero byte, and for each policy in
/// the order loaded its id, a zero byte, and the 32 bytes of its own digest.
enum PolicySetDigest {
  /// 64 hexadecimal digits. `digests` are those of the policies, in hexadecimal digits, too.
  static func of(_ policies: [(id: String, digest: String)]) -> String {
    var digest = SHA256Digest()
    digest.update("bundlepolicy policies 1\0")
    for policy in policies {
      digest.update(policy.id + "\0")
      digest.update(Hexadecimal.bytes(policy.digest) ?? [])
    }
    return digest.hexadecimal
  }
}
