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
