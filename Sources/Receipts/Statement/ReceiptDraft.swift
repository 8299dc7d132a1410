import Basics
package import Reports
internal import ReleaseLedger

package struct ReceiptDraft: Sendable {
  struct BundleFacts: Sendable {
    let name: String
    let path: String
    let identifier: String?
    let kind: String?
    let platform: String?
    let verdict: Verdict
    var rules: [RuleResult.Status: Int] = [:]
    var openFindings = 0
  }

  struct UsedWaiver: Hashable, Sendable {
    let rule: String
    let bundle: String
    let because: String
    let owner: String
    let expires: String
    let declared: SourceLocation
  }

  private(set) var subjects: [Receipt.Subject] = []
  private(set) var bundles: [BundleFacts] = []
  private(set) var waivers: [UsedWaiver: Int] = [:]
  private(set) var baselined: [String: Int] = [:]
  private var known: [ExactText: Receipt.Subject] = [:]
  private var failure: ReceiptError?

  package init() {}

  /// Adds the result of a bundle.
  ///
  /// If the bundle has no digests, or its name already stands for other contents, `finish` will throw.
  package mutating func add(_ bundle: BundleReport) {
    guard bundle.verdict != .error, let digests = bundle.digests else {
      failure =
        failure ?? ReceiptError(.refused, "no receipt can cover \(bundle.path), which was not completely checked")
      return
    }
    let subject = Receipt.Subject(
      name: digests.name, tree: Hexadecimal.text(of: digests.content.bytes),
      file: digests.file.map { Hexadecimal.text(of: $0) })
    if let other = known.updateValue(subject, forKey: ExactText(subject.name)) {
      if other != subject {
        failure = failure ?? ReceiptError(.refused, "\(subject.name) was changed while it was being checked")
      }
    } else {
      subjects.append(subject)
    }
    var facts = BundleFacts(
      name: digests.name, path: bundle.path, identifier: bundle.identifier, kind: bundle.kind,
      platform: bundle.platform,
      verdict: bundle.verdict)
    for rule in bundle.rules { facts.rules[rule.status, default: 0] += 1 }
    for finding in bundle.findings {
      if finding.isBaselined {
        baselined[finding.rule, default: 0] += 1
      } else if finding.isWaived, let waiver = finding.waiver {
        let used = UsedWaiver(
          rule: finding.rule, bundle: finding.bundleName, because: waiver.because, owner: waiver.owner,
          expires: waiver.expires, declared: waiver.declared)
        waivers[used, default: 0] += 1
      } else {
        facts.openFindings += 1
      }
    }
    bundles.append(facts)
  }

  /// Returns the signed receipt of the check with this report. Ignores the report's list of bundles.
  ///
  /// Throws `refused` if the check was not completed or had no bundles.
  package func finish(_ report: Report, _ terms: ReceiptTerms, with key: SigningKey) throws(ReceiptError) -> [UInt8] {
    let payload = try statement(of: report, terms)
    return try Envelope(signing: payload, type: Vocabulary.payloadType, with: key).text
  }

  func statement(of report: Report, _ terms: ReceiptTerms) throws(ReceiptError) -> [UInt8] {
    if let failure { throw failure }
    guard report.verdict != .error else {
      throw ReceiptError(.refused, "the check could not be completed, so there is nothing to attest")
    }
    guard !subjects.isEmpty else {
      throw ReceiptError(.refused, "no bundle was checked, so there is nothing to attest")
    }
    guard report.verdict == .fail || bundles.allSatisfy({ $0.verdict == .pass }) else {
      throw ReceiptError(.refused, "the check passed, but one of its bundles did not")
    }
    return StatementWriter(draft: self, report: report, terms: terms).bytes
  }
}
