internal import Basics
internal import StructuredText

package struct VerificationResult: Sendable {
  private let file: String
  private let receipt: Receipt
  private let verification: ReceiptVerification

  package init(file: String, receipt: Receipt, verification: ReceiptVerification) {
    (self.file, self.receipt, self.verification) = (file, receipt, verification)
  }

  private var parameters: [(key: String, value: String)] {
    receipt.parameters.sorted(byBytesOf: \.key)
  }

  private var isAccepted: Bool { verification.problems.isEmpty }

  package var lines: [String] {
    var lines = verification.problems.flatMap { problem in
      ["\(problem.file ?? file): error: \(problem.message)"] + (problem.hint.map { ["    fix       \($0)"] } ?? [])
    }
    if !lines.isEmpty { lines.append("") }
    lines.append("\(file): \(isAccepted ? "accepted" : "NOT ACCEPTED")")
    lines.append("  signed    with the \(receipt.algorithm.rawValue) key \(receipt.keyIdentifier)")
    lines.append(
      "  verdict   \(receipt.passed ? Vocabulary.passed : Vocabulary.failed) on \(receipt.time), by \(receipt.verifier) (bundlepolicy \(receipt.toolVersion))"
    )
    lines.append("  resource  \(receipt.resource)")
    for policy in receipt.policies {
      lines.append("  policy    \(policy.id)\(policy.version.map { " " + $0 } ?? "")")
    }
    for (name, value) in parameters { lines.append("  parameter \(name) = \(value)") }
    for file in receipt.parameterFiles { lines.append("  parameter values of \(file)") }
    for waiver in receipt.waivers {
      lines.append(
        "  waived    \(waiver.rule) for \(waiver.bundle) until \(waiver.expires): \(waiver.because) (\(waiver.owner))")
    }
    if receipt.baselined > 0 { lines.append("  baseline  \(counted(receipt.baselined, "accepted finding"))") }
    for match in verification.matches {
      let limit =
        match.isByContentOnly ? "; only its contents match, because the check read a directory, not an archive" : ""
      lines.append("  bundle    \(match.path) is the bundle checked as \(match.subject)\(limit)")
    }
    if verification.matches.isEmpty, isAccepted {
      lines.append(
        "  bundle    none compared: the receipt covers \(counted(receipt.subjects.count, "bundle")); name the bundle you ship with --bundle"
      )
    }
    return lines
  }

  package var json: [UInt8] {
    JSONWriter.document { json in
      Self.begin(&json, file, isAccepted ? "accepted" : "not-accepted")
      json.object("key", ["id": receipt.keyIdentifier, "algorithm": receipt.algorithm.rawValue])
      json.member("verificationResult", receipt.passed ? Vocabulary.passed : Vocabulary.failed)
      json.member("timeVerified", receipt.time)
      json.member("verifier", receipt.verifier)
      json.member("resourceUri", receipt.resource)
      json.member("toolVersion", receipt.toolVersion)
      json.member("asOf", receipt.asOf)
      json.objects("policies", receipt.policies) {
        ["id": $0.id, "version": $0.version, "digest": "sha256:" + $0.digest]
      }
      json.object("parameters", of: parameters) { $0 }
      json.strings("parameterFiles", receipt.parameterFiles)
      json.objects("waivers", receipt.waivers) {
        ["rule": $0.rule, "bundle": $0.bundle, "because": $0.because, "owner": $0.owner, "expires": $0.expires]
      }
      json.member("baselined", receipt.baselined)
      json.member("subjects", receipt.subjects.count)
      json.objects("bundles", verification.matches) {
        ["path": $0.path, "subject": $0.subject, "contentOnly": $0.isByContentOnly]
      }
      json.objects("problems", verification.problems) { ["code": $0.code, "message": $0.message, "file": $0.file] }
    }
  }

  package static func failure(file: String, code: String, message: String, at place: String?) -> [UInt8] {
    JSONWriter.document { json in
      begin(&json, file, "error")
      json.array("problems") { $0.object(["code": code, "message": message, "file": place]) }
    }
  }

  private static func begin(_ json: inout JSONWriter, _ file: String, _ verdict: String) {
    json.members(["format": "bundlepolicy-receipt-verification", "version": 1, "receipt": file, "verdict": verdict])
  }
}
