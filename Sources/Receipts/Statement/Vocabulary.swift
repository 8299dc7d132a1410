internal import Basics

/// The names that receipts are made of.
enum Vocabulary {
  /// github.com/in-toto/attestation, spec/v1/envelope.md.
  static let payloadType = "application/vnd.in-toto+json"
  /// github.com/in-toto/attestation, spec/v1/statement.md.
  static let statementType = "https://in-toto.io/Statement/v1"
  /// slsa.dev/spec/v1.2/verification_summary, as all of the below that is not ours.
  static let predicateType = "https://slsa.dev/verification_summary/v1"
  static let slsaVersion = "1.2"
  static let passed = "PASSED"
  static let failed = "FAILED"
  /// Says nothing of how the bundle was built, and nothing else was asked.
  static let unevaluatedLevel = "SLSA_BUILD_LEVEL_UNEVALUATED"

  /// The member of the predicate that holds what the predicate has no member for; predicates may be extended by members whose
  /// names are URIs.
  static let ownMember = "bundlepolicy:receipt/v1"
  /// Who verified, where nobody says more.
  static let usualVerifier = "bundlepolicy:check"
  /// What stands before the ids of the policies.
  static let policyScheme = "bundlepolicy:policies/"

  /// `ContentDigest`, 64 lower-case hexadecimal digits.
  static let treeDigest = "bundlepolicyTreeV1"
  /// `PolicySummary.digest`, likewise.
  static let policyDigest = "bundlepolicyPolicyV1"
  /// `PolicySetDigest`, likewise.
  static let policySetDigest = "bundlepolicyPoliciesV1"
  /// Of the bytes of a file, likewise.
  static let fileDigest = "sha256"
}

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
