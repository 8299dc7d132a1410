import Basics
import PolicyEngine
import Reports
import StructuredText

struct StatementWriter {
  let draft: ReceiptDraft
  let report: Report
  let terms: ReceiptTerms

  var bytes: [UInt8] {
    var json = JSONWriter(isOnOneLine: true)
    json.object { json in
      json.member("_type", Vocabulary.statementType)
      json.objects("subject", draft.subjects) { subject, json in
        json.member("name", subject.name)
        json.object("digest") {
          if let file = subject.file { $0.member(Vocabulary.fileDigest, file) }
          $0.member(Vocabulary.treeDigest, subject.tree)
        }
      }
      json.member("predicateType", Vocabulary.predicateType)
      json.object("predicate") { writePredicate(&$0) }
    }
    return json.bytes
  }

  private func writePredicate(_ json: inout JSONWriter) {
    let passed = report.verdict == .pass
    json.object("verifier") { json in
      json.member("id", terms.verifier ?? Vocabulary.defaultVerifier)
      json.object("version") { $0.member("bundlepolicy", terms.toolVersion) }
    }
    json.member("timeVerified", terms.time)
    json.member("resourceUri", terms.resource ?? URIText.reference(to: draft.subjects.first?.name ?? ""))
    json.object("policy") { json in
      json.member("uri", Vocabulary.policyScheme + report.policies.map(\.id).joined(separator: "+"))
      writeDigest(
        Vocabulary.policySetDigest, PolicySetDigest.of(report.policies.map { ($0.id, Self.digits($0.digest)) }), &json)
    }
    json.array("inputAttestations") { _ in }
    json.member("verificationResult", passed ? Vocabulary.passed : Vocabulary.failed)
    json.array("verifiedLevels") { $0.string(passed ? Vocabulary.unevaluatedLevel : Vocabulary.failed) }
    json.member("slsaVersion", Vocabulary.slsaVersion)
    json.object(Vocabulary.ownMember) { writeOwn(&$0) }
  }

  private func writeOwn(_ json: inout JSONWriter) {
    json.object("tool", ["name": "bundlepolicy", "version": terms.toolVersion])
    json.members(["verdict": report.verdict.rawValue, "asOf": terms.asOf, "failOn": terms.failOn])
    json.objects("policies", report.policies) { policy, json in
      json.members(["id": policy.id, "version": policy.version, "source": policy.source])
      writeDigest(Vocabulary.policyDigest, Self.digits(policy.digest), &json)
    }
    json.object("parameters", of: terms.parameters.sorted(byBytesOf: \.key)) { $0 }
    json.array("parameterFiles", of: terms.parameterFiles, write)
    json.objects("waiverFiles", report.waiverFiles) { file, json in
      json.member("name", file.source)
      writeDigest(Vocabulary.policyDigest, Self.digits(file.digest), &json)
    }
    json.member("baseline", terms.baseline, write)
    writeTotals(&json)
    writeWaivers(&json)
    writeBundles(&json)
    json.objects("reports", terms.reports) { report, json in
      json.member("format", report.format)
      json.member("name", report.file.name)
      writeDigest(Vocabulary.fileDigest, report.file.digest, &json)
    }
    json.member("ledger", report.ledger, write)
  }

  private func writeTotals(_ json: inout JSONWriter) {
    let summary = report.summary
    json.object(
      "rules",
      [
        "evaluated": summary.rulesEvaluated, "passed": summary.rulesPassed, "failed": summary.rulesFailed,
        "notApplicable": summary.rulesNotApplicable,
      ])
    json.object(
      "findings",
      [
        "errors": summary.errors, "warnings": summary.warnings, "notes": summary.notes, "waived": summary.waived,
        "baselined": summary.baselined,
      ])
  }

  private func writeWaivers(_ json: inout JSONWriter) {
    func key(_ waiver: ReceiptDraft.UsedWaiver) -> [String] {
      [waiver.rule, waiver.bundle, waiver.expires, waiver.owner, waiver.because, waiver.declared.file]
    }
    let sorted = draft.waivers.sorted { left, right in
      let (leftKey, rightKey) = (key(left.key), key(right.key))
      if leftKey != rightKey { return leftKey.lexicographicallyPrecedes(rightKey) }
      return left.key.declared.line < right.key.declared.line
    }
    json.objects("waivers", sorted) { used, json in
      let waiver = used.key
      json.members([
        "rule": waiver.rule, "bundle": waiver.bundle, "because": waiver.because, "owner": waiver.owner,
        "expires": waiver.expires, "findings": used.value,
      ])
      json.object("declared", ["file": waiver.declared.file, "line": waiver.declared.line])
    }
    json.objects("baselined", draft.baselined.sorted(byBytesOf: \.key)) { ["rule": $0.key, "findings": $0.value] }
  }

  private func writeBundles(_ json: inout JSONWriter) {
    json.objects("bundles", draft.bundles) { bundle, json in
      json.members([
        "name": bundle.name, "path": bundle.path, "identifier": bundle.identifier, "kind": bundle.kind,
        "platform": bundle.platform, "verdict": bundle.verdict.rawValue,
      ])
      json.object("rules") {
        for status in RuleResult.Status.allCases { $0.member(status.rawValue, bundle.rules[status] ?? 0) }
      }
      json.member("findings", bundle.openFindings)
    }
  }

  private func write(_ ledger: LedgerUse, _ json: inout JSONWriter) {
    json.object { json in
      json.member("id", ledger.id)
      json.objects("records", ledger.records) { record, json in
        json.members([
          "sequence": record.sequence, "hash": record.hash, "identifier": record.identifier, "path": record.path,
        ])
        writeDigest(Vocabulary.treeDigest, Self.digits(record.digest), &json)
      }
    }
  }

  private func write(_ file: ReceiptTerms.File, _ json: inout JSONWriter) {
    json.object {
      $0.member("name", file.name)
      writeDigest(Vocabulary.fileDigest, file.digest, &$0)
    }
  }

  private func writeDigest(_ algorithm: String, _ digits: String, _ json: inout JSONWriter) {
    json.object("digest") { $0.member(algorithm, digits) }
  }

  private static func digits(_ digest: String) -> String {
    digest.hasPrefix("sha256:") ? String(digest.dropFirst(7)) : digest
  }
}

package enum URIText {
  /// Returns a reference to a file: the path with percent-encoding of all but unreserved characters and slashes.
  static func reference(to path: String) -> String {
    PercentEncoding.encode(path, keepsSlashes: true)
  }

  /// Whether a string has the form of a URI: a lower-case scheme, a colon, and at least one character, all of them allowed in URIs.
  package static func isURI(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = text.utf8[..<colon]
    let rest = text.utf8[text.utf8.index(after: colon)...]
    guard let first = scheme.first, first.isASCIILowercase, !rest.isEmpty else { return false }
    let others = Array("+-.".utf8)
    guard scheme.allSatisfy({ $0.isASCIILowercase || $0.isASCIIDigit || others.contains($0) }) else {
      return false
    }
    let reserved = Array(":/?#[]@!$&'()*+,;=%".utf8)
    return rest.allSatisfy { PercentEncoding.isUnreserved($0) || reserved.contains($0) }
  }
}

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
