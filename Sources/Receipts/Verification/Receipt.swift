package import Basics
internal import PolicyEngine
internal import StructuredText

package struct Receipt: Hashable, Sendable {
  package struct Subject: Hashable, Sendable {
    package let name: String
    /// The digest of its contents in 64 hexadecimal digits.
    package let tree: String
    /// The SHA-256 of the file in 64 hexadecimal digits; nil for a directory.
    package let file: String?
  }

  package struct Policy: Hashable, Sendable {
    package let id: String
    package let version: String?
    /// 64 hexadecimal digits, as in `PolicySummary.digest`.
    package let digest: String
  }

  package struct Waiver: Hashable, Sendable {
    package let rule: String
    package let bundle: String
    package let because: String
    package let owner: String
    /// The last day, as `YYYY-MM-DD`.
    package let expires: String
  }

  package let keyIdentifier: String
  package let algorithm: KeyAlgorithm
  package let subjects: [Subject]
  package let verifier: String
  /// The time of the check in RFC 3339 and UTC.
  package let time: String
  package let resource: String
  package let passed: Bool
  package let toolVersion: String
  /// The date of the check, with which waivers were compared, as `YYYY-MM-DD`.
  package let asOf: String
  package let policies: [Policy]
  package let parameters: [String: String]
  package let parameterFiles: [String]
  package let waivers: [Waiver]
  package let baselined: Int

  /// The largest receipt in bytes, enough for hundreds of thousands of bundles.
  package static let sizeLimit = 64 << 20

  /// Whether the bytes have the form of a receipt from this program, regardless of signatures. Envelopes of other tools, such as build
  /// provenance, do not.
  package static func isReceipt(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= sizeLimit, let envelope = try? Envelope(bytes),
      envelope.payloadType == Vocabulary.payloadType, let statement = try? JSONReader.read(envelope.payload)
    else { return false }
    return statement["predicate"]?[Vocabulary.ownMember] != nil
  }

  /// Parses a receipt after verifying that one of the keys signed it. Throws if it is malformed or not signed by a key.
  package init(_ bytes: [UInt8], keys: [VerifyingKey]) throws(ReceiptError) {
    guard bytes.count <= Self.sizeLimit else { throw .malformed("it has more than \(Self.sizeLimit) bytes") }
    let envelope = try Envelope(bytes)
    let (payload, key) = try envelope.opened(with: keys)
    guard envelope.payloadType == Vocabulary.payloadType else {
      throw .malformed("its payload type is '\(envelope.payloadType)', not '\(Vocabulary.payloadType)'")
    }
    let value = try mapError(try JSONReader.read(payload)) { (error: StructuredTextError) in
      ReceiptError.malformed("the signed payload is not JSON: \(error.message) at \(error.place)")
    }
    try self.init(StatementReader(value), key)
  }

  private init(_ statement: StatementReader, _ key: VerifyingKey) throws(ReceiptError) {
    keyIdentifier = key.identifier
    algorithm = key.algorithm
    try statement.require("_type", Vocabulary.statementType)
    try statement.require("predicateType", Vocabulary.predicateType)
    let predicate = try statement.member("predicate")
    let own = try predicate.member(Vocabulary.ownMember)
    subjects = try statement.list("subject").map { subject throws(ReceiptError) in
      let digest = try subject.member("digest")
      return Subject(
        name: try subject.text("name"), tree: try digest.digits(Vocabulary.treeDigest),
        file: digest.has(Vocabulary.fileDigest) ? try digest.digits(Vocabulary.fileDigest) : nil)
    }
    guard !subjects.isEmpty else { throw .malformed("it names no bundle: 'subject' is empty") }
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
    policies = try own.list("policies").map { policy throws(ReceiptError) in
      Policy(
        id: try policy.text("id"), version: try policy.optionalText("version"),
        digest: try policy.member("digest").digits(Vocabulary.policyDigest))
    }
    parameters = try own.textsByName("parameters")
    parameterFiles = try own.list("parameterFiles").map { file throws(ReceiptError) in try file.text("name") }
    waivers = try own.list("waivers").map { waiver throws(ReceiptError) in
      Waiver(
        rule: try waiver.text("rule"), bundle: try waiver.text("bundle"), because: try waiver.text("because"),
        owner: try waiver.text("owner"), expires: try waiver.day("expires"))
    }
    baselined = try own.member("findings").count("baselined")
  }
}

package typealias ReceiptError = Diagnostic<ReceiptCode>

package enum ReceiptCode: String, DiagnosticCode, CaseIterable {
  case key = "receipt.key"
  case malformed = "receipt.malformed"
  case signature = "receipt.signature"
  case refused = "receipt.refused"
}

extension ReceiptError {
  static func key(_ message: String, hint: String? = nil) -> ReceiptError { ReceiptError(.key, message, hint: hint) }

  static func malformed(_ message: String) -> ReceiptError {
    ReceiptError(
      .malformed, "this is not a receipt: \(message)", hint: "name a file written by 'bundlepolicy check --attest'")
  }
}

struct StatementReader {
  private let value: StructuredValue
  private let path: String

  init(_ value: StructuredValue) throws(ReceiptError) { try self.init(value, "the statement") }

  private init(_ value: StructuredValue, _ path: String) throws(ReceiptError) {
    guard case .mapping = value.content else {
      throw .malformed("\(path) must be an object, not \(value.phrase)")
    }
    self.value = value
    self.path = path
  }

  private func wrong(_ name: String, _ expected: String) -> ReceiptError {
    let found = value[name].map { "is \($0.phrase)" } ?? "is missing"
    return .malformed("'\(name)' of \(path) \(found), but must be \(expected)")
  }

  func has(_ name: String) -> Bool { value[name] != nil }

  func member(_ name: String) throws(ReceiptError) -> StatementReader {
    guard let found = value[name], case .mapping = found.content else { throw wrong(name, "an object") }
    return try StatementReader(found, "'\(name)'")
  }

  func list(_ name: String) throws(ReceiptError) -> [StatementReader] {
    guard let elements = value[name]?.list else { throw wrong(name, "a list") }
    return try elements.map { element throws(ReceiptError) in
      try StatementReader(element, "an element of '\(name)'")
    }
  }

  func texts(_ name: String) throws(ReceiptError) -> [String] {
    guard let elements = value[name]?.list else { throw wrong(name, "a list") }
    let texts = elements.compactMap(\.string)
    guard texts.count == elements.count else { throw wrong(name, "a list of strings") }
    return texts
  }

  func text(_ name: String) throws(ReceiptError) -> String {
    guard let text = value[name]?.string else { throw wrong(name, "a string") }
    return text
  }

  func textsByName(_ name: String) throws(ReceiptError) -> [String: String] {
    guard case .mapping(let entries)? = value[name]?.content else { throw wrong(name, "an object") }
    var texts: [String: String] = [:]
    for entry in entries {
      guard let text = entry.value.string else { throw wrong(name, "an object of strings") }
      texts[entry.key] = text
    }
    return texts
  }

  func optionalText(_ name: String) throws(ReceiptError) -> String? {
    if let found = value[name], case .null = found.content { return nil }
    return try text(name)
  }

  func count(_ name: String) throws(ReceiptError) -> Int {
    guard case .integer(let count)? = value[name]?.content, let count = Int(exactly: count), count >= 0 else {
      throw wrong(name, "a count")
    }
    return count
  }

  func day(_ name: String) throws(ReceiptError) -> String {
    guard let text = value[name]?.string, CalendarDate(text) != nil else { throw wrong(name, "a day, YYYY-MM-DD,") }
    return text
  }

  func digits(_ name: String) throws(ReceiptError) -> String {
    guard let text = value[name]?.string, Hexadecimal.isLowercase(text, count: 64) else {
      throw wrong(name, "a digest of 64 hexadecimal digits")
    }
    return text
  }

  /// Throws unless the member is this text, byte for byte.
  func require(_ name: String, _ text: String) throws(ReceiptError) {
    guard let found = value[name]?.string else { throw wrong(name, "'\(text)'") }
    guard found.utf8.elementsEqual(text.utf8) else {
      throw .malformed("'\(name)' must be '\(text)', not '\(found)'")
    }
  }
}
