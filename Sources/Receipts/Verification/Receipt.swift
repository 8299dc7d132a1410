internal import StructuredText

/// What a receipt says, after a key has vouched for it.
package struct Receipt: Hashable, Sendable {
  /// A bundle that it is about.
  package struct Subject: Hashable, Sendable {
    /// As it was named to the check.
    package let name: String
    /// The digest of its contents, 64 hexadecimal digits.
    package let tree: String
    /// SHA-256 of the file that was named, likewise; nil for a directory.
    package let file: String?
  }

  /// A policy that took part.
  package struct Policy: Hashable, Sendable {
    /// As declared.
    package let id: String
    /// As declared, if it was.
    package let version: String?
    /// 64 hexadecimal digits, as `PolicySummary.digest` has them.
    package let digest: String
  }

  /// A waiver that was used.
  package struct Waiver: Hashable, Sendable {
    /// `policy-id/rule-id`.
    package let rule: String
    /// The bundle it covered findings of.
    package let bundle: String
    /// Why.
    package let because: String
    /// Who answers for it.
    package let owner: String
    /// Its last day, `YYYY-MM-DD`.
    package let expires: String
  }

  /// The key that vouches for it.
  package let keyIdentifier: String
  /// How it signs.
  package let algorithm: KeyAlgorithm
  /// The bundles.
  package let subjects: [Subject]
  /// Who verified: a URI.
  package let verifier: String
  /// When, RFC 3339 in UTC.
  package let time: String
  /// What for: a URI.
  package let resource: String
  /// Whether the check passed.
  package let passed: Bool
  /// The program that judged.
  package let toolVersion: String
  /// The day that waivers were held against, `YYYY-MM-DD`.
  package let asOf: String
  /// All that took part.
  package let policies: [Policy]
  /// Values that parameters of the policies were given with `--param`, by the parameters' names.
  package let parameters: [String: String]
  /// Files of such values.
  package let parameterFiles: [String]
  /// Those that were used.
  package let waivers: [Waiver]
  /// How many findings a baseline let be.
  package let baselined: Int

  /// Largest receipt that is read, in bytes: some hundred thousand bundles.
  package static let sizeLimit = 64 << 20

  /// Whether the bytes are laid out as a receipt of this program's, by whomever it is signed. Envelopes of other tools, such as
  /// the provenance of a build, are none.
  package static func isLaidOut(in bytes: [UInt8]) -> Bool {
    guard bytes.count <= sizeLimit, let envelope = try? Envelope(bytes),
      envelope.payloadType == Vocabulary.payloadType, let statement = try? JSONReader.read(envelope.payload)
    else { return false }
    return statement["predicate"]?[Vocabulary.ownMember] != nil
  }

  /// Reads a receipt that one of the keys has signed. What isn't signed is not looked at.
  package init(_ bytes: [UInt8], keys: [VerifyingKey]) throws(ReceiptError) {
    guard bytes.count <= Self.sizeLimit else { throw .malformed("it has more than \(Self.sizeLimit) bytes") }
    let envelope = try Envelope(bytes)
    let (payload, key) = try envelope.opened(with: keys)
    guard envelope.payloadType == Vocabulary.payloadType else {
      throw .malformed("its payload type is '\(envelope.payloadType)', not '\(Vocabulary.payloadType)'")
    }
    let value: StructuredValue
    do throws(StructuredTextError) {
      value = try JSONReader.read(payload)
    } catch {
      throw .malformed("the signed payload is not JSON: \(error.message) at \(error.place)")
    }
    try self.init(StatementReader(value), key)
  }

  private init(_ statement: StatementReader, _ key: VerifyingKey) throws(ReceiptError) {
    keyIdentifier = key.identifier
    algorithm = key.algorithm
    try statement.demand("_type", Vocabulary.statementType)
    try statement.demand("predicateType", Vocabulary.predicateType)
    let predicate = try statement.member("predicate")
    let own = try predicate.member(Vocabulary.ownMember)
    var subjects: [Subject] = []
    for subject in try statement.list("subject") {
      let digest = try subject.member("digest")
      subjects.append(
        Subject(
          name: try subject.text("name"), tree: try digest.digits(Vocabulary.treeDigest),
          file: digest.has(Vocabulary.fileDigest) ? try digest.digits(Vocabulary.fileDigest) : nil))
    }
    guard !subjects.isEmpty else { throw .malformed("it names no bundle: 'subject' is empty") }
    self.subjects = subjects
    verifier = try predicate.member("verifier").text("id")
    time = try predicate.text("timeVerified")
    guard UTCTime(time) != nil else { throw .malformed("'timeVerified' is not an RFC 3339 time in UTC") }
    resource = try predicate.text("resourceUri")
    _ = try predicate.member("policy").text("uri")
    let levels = try predicate.texts("verifiedLevels")
    guard !levels.isEmpty else { throw .malformed("'verifiedLevels' is empty") }
    switch try predicate.text("verificationResult") {
    case Vocabulary.passed: passed = true
    case Vocabulary.failed: passed = false
    case let other: throw .malformed("'verificationResult' must be PASSED or FAILED, not '\(other)'")
    }
    guard try own.text("verdict") == (passed ? "pass" : "fail") else {
      throw .malformed("'verificationResult' and 'verdict' contradict each other")
    }
    toolVersion = try own.member("tool").text("version")
    asOf = try own.day("asOf")
    var policies: [Policy] = []
    for policy in try own.list("policies") {
      policies.append(
        Policy(
          id: try policy.text("id"), version: try policy.optionalText("version"),
          digest: try policy.member("digest").digits(Vocabulary.policyDigest)))
    }
    self.policies = policies
    parameters = try own.textsByName("parameters")
    parameterFiles = try own.list("parameterFiles").map { file throws(ReceiptError) in try file.text("name") }
    var waivers: [Waiver] = []
    for waiver in try own.list("waivers") {
      waivers.append(
        Waiver(
          rule: try waiver.text("rule"), bundle: try waiver.text("bundle"), because: try waiver.text("because"),
          owner: try waiver.text("owner"), expires: try waiver.day("expires")))
    }
    self.waivers = waivers
    baselined = try own.member("findings").count("baselined")
  }
}
