package import Basics
package import BuildRecords
import ReleaseLedger
package import Reports

package struct ReceiptVerification: Sendable {
  package struct Options: Hashable, Sendable {
    package var allowsFailed = false
    /// The date with which waivers and the receipt's age are compared.
    package var asOf: CalendarDate
    package var maximumAge: Int?
    package var resource: String?
    package var verifier: String?

    package init(asOf: CalendarDate) { self.asOf = asOf }
  }

  package struct Problem: Hashable, Sendable {
    /// A stable dotted code, such as `receipt.failed`.
    package let code: String
    package let message: String
    package let file: String?
    package let hint: String?
  }

  package struct Match: Hashable, Sendable {
    package let path: String
    package let subject: String
    package let isByContentOnly: Bool
  }

  package private(set) var problems: [Problem] = []
  package private(set) var matches: [Match] = []

  private let receipt: Receipt
  private let trees: [String: [Receipt.Subject]]

  package init(_ receipt: Receipt, _ options: Options) {
    self.receipt = receipt
    trees = Dictionary(grouping: receipt.subjects, by: \.tree)
    if !receipt.passed, !options.allowsFailed {
      add(
        "failed", "the receipt is for a check that failed",
        hint: "fix the violations, or accept such receipts with --allow-failed")
    }
    for waiver in receipt.waivers where waiver.expires.precedesInBytes(options.asOf.text) {
      add(
        "waiver-expired",
        "the check used a waiver of '\(waiver.rule)' for \(waiver.bundle) that expired on \(waiver.expires)",
        hint: "ask \(waiver.owner), or check the bundle again")
    }
    checkAge(options)
    if let resource = options.resource, !resource.utf8.elementsEqual(receipt.resource.utf8) {
      add("resource", "the receipt is for \(receipt.resource), not for \(resource)")
    }
    if let verifier = options.verifier, !verifier.utf8.elementsEqual(receipt.verifier.utf8) {
      add("verifier", "the receipt was issued by \(receipt.verifier), not by \(verifier)")
    }
  }

  private mutating func checkAge(_ options: Options) {
    guard let time = UTCTime(receipt.time), let day = CalendarDate(time.day) else { return }
    let age = (options.asOf.millisecondsSince1970 - day.millisecondsSince1970) / 86_400_000
    if age < 0 {
      add(
        "future", "the receipt was issued on \(time.day), which is after \(options.asOf.text)",
        hint: "correct the clock of this machine, or of the machine that issued the receipt")
    } else if let maximum = options.maximumAge, age > maximum {
      add(
        "too-old", "the receipt is \(counted(age, "day")) old; the limit is \(counted(maximum, "day"))",
        hint: "check the bundle again")
    }
  }

  package mutating func compare(_ bundle: SubjectDigests, path: String) {
    let same = trees[Hexadecimal.text(of: bundle.content.bytes)] ?? []
    let file = bundle.file.map { Hexadecimal.text(of: $0) }
    // A receipt for an archive covers all its bytes, not only the bundle inside.
    if let file, let subject = same.first(where: { $0.file == file }) {
      matches.append(Match(path: path, subject: subject.name, isByContentOnly: false))
    } else if let subject = same.first(where: { $0.file == nil || file == nil }) {
      matches.append(Match(path: path, subject: subject.name, isByContentOnly: file != nil))
    } else if let subject = same.first {
      add(
        "no-match",
        "the bundle inside matches the receipt, but the file does not: its bytes differ from those of \(subject.name)",
        file: path, hint: "ship the file that was checked, or check this one")
    } else {
      add(
        "no-match", "the receipt does not cover this bundle, or the bundle was changed after the check", file: path,
        hint: "check it again; the receipt covers \(Self.list(receipt.subjects.map(\.name)))")
    }
  }

  package mutating func compare(_ policy: PolicySummary) {
    let own = receipt.policies.filter { $0.id == policy.id }
    if own.contains(where: { "sha256:" + $0.digest == policy.digest }) { return }
    if own.isEmpty {
      add(
        "policy", "the check did not use the policy '\(policy.id)'", file: policy.source,
        hint: "it used \(Self.list(receipt.policies.map(\.id)))")
    } else {
      add(
        "policy", "the check used another version of the policy '\(policy.id)'", file: policy.source,
        hint: "check the bundle again with this version")
    }
  }

  private mutating func add(_ code: String, _ message: String, file: String? = nil, hint: String? = nil) {
    problems.append(Problem(code: "receipt." + code, message: message, file: file, hint: hint))
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}
