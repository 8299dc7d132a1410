internal import Basics
internal import StructuredText

package struct VerificationResult: Sendable {
  private let file: String
  private let receipt: Receipt
  private let verification: ReceiptVerification

  /// `file` is the path of the receipt.
  package init(file: String, receipt: Receipt, verification: ReceiptVerification) {
    self.file = file
    self.receipt = receipt
    self.verification = verification
  }

  private var parameters: [(key: String, value: String)] {
    receipt.parameters.sorted(byBytesOf: \.key)
  }

  private var isAccepted: Bool { verification.problems.isEmpty }

  /// The result as lines of text, not escaped.
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

  /// The result as a JSON document with a line feed.
  package var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      Self.begin(&json, file, isAccepted ? "accepted" : "not-accepted")
      json.name("key")
      json.object {
        $0.member("id", receipt.keyIdentifier)
        $0.member("algorithm", receipt.algorithm.rawValue)
      }
      json.member("verificationResult", receipt.passed ? Vocabulary.passed : Vocabulary.failed)
      json.member("timeVerified", receipt.time)
      json.member("verifier", receipt.verifier)
      json.member("resourceUri", receipt.resource)
      json.member("toolVersion", receipt.toolVersion)
      json.member("asOf", receipt.asOf)
      json.name("policies")
      json.array { json in
        for policy in receipt.policies {
          json.object {
            $0.member("id", policy.id)
            $0.member("version", policy.version)
            $0.member("digest", "sha256:" + policy.digest)
          }
        }
      }
      json.name("parameters")
      json.object { json in for (name, value) in parameters { json.member(name, value) } }
      json.name("parameterFiles")
      json.array { json in for file in receipt.parameterFiles { json.string(file) } }
      json.name("waivers")
      json.array { json in
        for waiver in receipt.waivers {
          json.object {
            $0.member("rule", waiver.rule)
            $0.member("bundle", waiver.bundle)
            $0.member("because", waiver.because)
            $0.member("owner", waiver.owner)
            $0.member("expires", waiver.expires)
          }
        }
      }
      json.member("baselined", receipt.baselined)
      json.member("subjects", receipt.subjects.count)
      json.name("bundles")
      json.array { json in
        for match in verification.matches {
          json.object {
            $0.member("path", match.path)
            $0.member("subject", match.subject)
            $0.member("contentOnly", match.isByContentOnly)
          }
        }
      }
      json.name("problems")
      json.array { json in
        for problem in verification.problems {
          json.object {
            $0.member("code", problem.code)
            $0.member("message", problem.message)
            $0.member("file", problem.file)
          }
        }
      }
    }
    return json.bytes + [0x0A]
  }

  /// Returns the JSON document for a receipt that cannot be read or verified.
  package static func failure(file: String, code: String, message: String, at place: String?) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      begin(&json, file, "error")
      json.name("problems")
      json.array {
        $0.object {
          $0.member("code", code)
          $0.member("message", message)
          $0.member("file", place)
        }
      }
    }
    return json.bytes + [0x0A]
  }

  private static func begin(_ json: inout JSONWriter, _ file: String, _ verdict: String) {
    json.member("format", "bundlepolicy-receipt-verification")
    json.member("version", 1)
    json.member("receipt", file)
    json.member("verdict", verdict)
  }
}
