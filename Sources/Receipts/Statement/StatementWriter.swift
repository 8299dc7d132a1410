import Reports

internal import Basics
internal import PolicyEngine
internal import StructuredText

/// Writes the in-toto statement of a receipt on one line. Deterministic.
struct StatementWriter {
  let draft: ReceiptDraft
  let report: Report
  let terms: ReceiptTerms

  var bytes: [UInt8] {
    var json = JSONWriter(isOnOneLine: true)
    json.object { json in
      json.member("_type", Vocabulary.statementType)
      json.name("subject")
      json.array { json in
        for subject in draft.subjects {
          json.object { json in
            json.member("name", subject.name)
            json.name("digest")
            json.object {
              if let file = subject.file { $0.member(Vocabulary.fileDigest, file) }
              $0.member(Vocabulary.treeDigest, subject.tree)
            }
          }
        }
      }
      json.member("predicateType", Vocabulary.predicateType)
      json.name("predicate")
      json.object { writePredicate(&$0) }
    }
    return json.bytes
  }

  private func writePredicate(_ json: inout JSONWriter) {
    let passed = report.verdict == .pass
    json.name("verifier")
    json.object { json in
      json.member("id", terms.verifier ?? Vocabulary.defaultVerifier)
      json.name("version")
      json.object { $0.member("bundlepolicy", terms.toolVersion) }
    }
    json.member("timeVerified", terms.time)
    json.member("resourceUri", terms.resource ?? URIText.reference(to: draft.subjects.first?.name ?? ""))
    json.name("policy")
    json.object { json in
      json.member("uri", Vocabulary.policyScheme + report.policies.map(\.id).joined(separator: "+"))
      writeDigest(
        Vocabulary.policySetDigest, PolicySetDigest.of(report.policies.map { ($0.id, Self.digits($0.digest)) }), &json)
    }
    json.name("inputAttestations")
    json.array { _ in }
    json.member("verificationResult", passed ? Vocabulary.passed : Vocabulary.failed)
    json.name("verifiedLevels")
    json.array { $0.string(passed ? Vocabulary.unevaluatedLevel : Vocabulary.failed) }
    json.member("slsaVersion", Vocabulary.slsaVersion)
    json.name(Vocabulary.ownMember)
    json.object { writeOwn(&$0) }
  }

  private func writeOwn(_ json: inout JSONWriter) {
    json.name("tool")
    json.object {
      $0.member("name", "bundlepolicy")
      $0.member("version", terms.toolVersion)
    }
    json.member("verdict", report.verdict.rawValue)
    json.member("asOf", terms.asOf)
    json.member("failOn", terms.failOn)
    json.name("policies")
    json.array { json in
      for policy in report.policies {
        json.object {
          $0.member("id", policy.id)
          $0.member("version", policy.version)
          $0.member("source", policy.source)
          writeDigest(Vocabulary.policyDigest, Self.digits(policy.digest), &$0)
        }
      }
    }
    json.name("parameters")
    json.object { json in
      for (name, value) in terms.parameters.sorted(byBytesOf: \.key) {
        json.member(name, value)
      }
    }
    json.name("parameterFiles")
    json.array { for file in terms.parameterFiles { write(file, &$0) } }
    json.name("waiverFiles")
    json.array { json in
      for file in report.waiverFiles {
        json.object {
          $0.member("name", file.source)
          writeDigest(Vocabulary.policyDigest, Self.digits(file.digest), &$0)
        }
      }
    }
    json.name("baseline")
    if let baseline = terms.baseline { write(baseline, &json) } else { json.null() }
    writeTotals(&json)
    writeWaivers(&json)
    writeBundles(&json)
    json.name("reports")
    json.array { json in
      for report in terms.reports {
        json.object {
          $0.member("format", report.format)
          $0.member("name", report.file.name)
          writeDigest(Vocabulary.fileDigest, report.file.digest, &$0)
        }
      }
    }
    writeLedger(&json)
  }

  private func writeTotals(_ json: inout JSONWriter) {
    let summary = report.summary
    json.name("rules")
    json.object {
      $0.member("evaluated", summary.rulesEvaluated)
      $0.member("passed", summary.rulesPassed)
      $0.member("failed", summary.rulesFailed)
      $0.member("notApplicable", summary.rulesNotApplicable)
    }
    json.name("findings")
    json.object {
      $0.member("errors", summary.errors)
      $0.member("warnings", summary.warnings)
      $0.member("notes", summary.notes)
      $0.member("waived", summary.waived)
      $0.member("baselined", summary.baselined)
    }
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
    json.name("waivers")
    json.array { json in
      for (waiver, count) in sorted {
        json.object { json in
          json.member("rule", waiver.rule)
          json.member("bundle", waiver.bundle)
          json.member("because", waiver.because)
          json.member("owner", waiver.owner)
          json.member("expires", waiver.expires)
          json.member("findings", count)
          json.name("declared")
          json.object {
            $0.member("file", waiver.declared.file)
            $0.member("line", waiver.declared.line)
          }
        }
      }
    }
    json.name("baselined")
    json.array { json in
      for (rule, count) in draft.baselined.sorted(byBytesOf: \.key) {
        json.object {
          $0.member("rule", rule)
          $0.member("findings", count)
        }
      }
    }
  }

  private func writeBundles(_ json: inout JSONWriter) {
    json.name("bundles")
    json.array { json in
      for bundle in draft.bundles {
        json.object { json in
          json.member("name", bundle.name)
          json.member("path", bundle.path)
          json.member("identifier", bundle.identifier)
          json.member("kind", bundle.kind)
          json.member("platform", bundle.platform)
          json.member("verdict", bundle.verdict.rawValue)
          json.name("rules")
          json.object {
            for status in RuleResult.Status.allCases { $0.member(status.rawValue, bundle.rules[status] ?? 0) }
          }
          json.member("findings", bundle.openFindings)
        }
      }
    }
  }

  private func writeLedger(_ json: inout JSONWriter) {
    json.name("ledger")
    guard let ledger = report.ledger else { return json.null() }
    json.object { json in
      json.member("id", ledger.id)
      json.name("records")
      json.array { json in
        for record in ledger.records {
          json.object { json in
            json.name("sequence")
            json.number(record.sequence)
            json.member("hash", record.hash)
            json.member("identifier", record.identifier)
            json.member("path", record.path)
            writeDigest(Vocabulary.treeDigest, Self.digits(record.digest), &json)
          }
        }
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
    json.name("digest")
    json.object { $0.member(algorithm, digits) }
  }

  private static func digits(_ digest: String) -> String {
    digest.hasPrefix("sha256:") ? String(digest.dropFirst(7)) : digest
  }
}

/// The parts of URIs (RFC 3986) that receipts need.
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
