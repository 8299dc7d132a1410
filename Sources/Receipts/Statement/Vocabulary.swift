internal import Basics

enum Vocabulary {
  /// github.com/in-toto/attestation, spec/v1/envelope.md.
  static let payloadType = "application/vnd.in-toto+json"
  /// github.com/in-toto/attestation, spec/v1/statement.md.
  static let statementType = "https://in-toto.io/Statement/v1"
  /// slsa.dev/spec/v1.2/verification_summary, as are the others below that do not start with `bundlepolicy`.
  static let predicateType = "https://slsa.dev/verification_summary/v1"
  static let slsaVersion = "1.2"
  static let passed = "PASSED"
  static let failed = "FAILED"
  /// Makes no claim about how the bundle was built.
  static let unevaluatedLevel = "SLSA_BUILD_LEVEL_UNEVALUATED"

  /// Our extension of the predicate. Members whose names are URIs may be added to predicates.
  static let ownMember = "bundlepolicy:receipt/v1"
  static let defaultVerifier = "bundlepolicy:check"
  /// The prefix of the ids of the policies.
  static let policyScheme = "bundlepolicy:policies/"

  /// A `ContentDigest` in 64 lower-case hexadecimal digits.
  static let treeDigest = "bundlepolicyTreeV1"
  /// A `PolicySummary.digest` in the same form.
  static let policyDigest = "bundlepolicyPolicyV1"
  /// A `PolicySetDigest` in the same form.
  static let policySetDigest = "bundlepolicyPoliciesV1"
  /// The digest of a file's contents in the same form.
  static let fileDigest = "sha256"
}

/// A digest for all policies of a check: SHA-256 of the text `bundlepolicy policies 1`, a zero byte, and for each policy in the order
/// loaded its id, a zero byte, and the 32 bytes of its digest.
enum PolicySetDigest {
  /// Returns 64 hexadecimal digits. The digests of the policies are in hexadecimal digits, too.
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
