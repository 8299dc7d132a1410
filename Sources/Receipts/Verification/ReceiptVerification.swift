package import Basics
package import ReleaseLedger
package import Reports

/// Holds a receipt that a key vouches for against what is to be shipped, and against what is asked of it.
package struct ReceiptVerification: Sendable {
  /// What is asked.
  package struct Options: Hashable, Sendable {
    /// Whether a receipt of a check that failed will do.
    package var allowsFailed = false
    /// The day that waivers and the receipt's age are held against.
    package var asOf: CalendarDate
    /// How many days old the receipt may be; nil for any.
    package var maximumAge: Int?
    /// The URI that the receipt must name as its resource.
    package var resource: String?
    /// The URI that the receipt must name as who verified.
    package var verifier: String?

    /// Asks for a receipt of a check that passed.
    package init(asOf: CalendarDate) { self.asOf = asOf }
  }

  /// Something for which the receipt will not do.
  package struct Problem: Hashable, Sendable {
    /// Stable, dotted: `receipt.failed`…
    package let code: String
    /// One line.
    package let message: String
    /// The bundle, policy or receipt that it is about; nil for the receipt.
    package let file: String?
    /// What to do.
    package let hint: String?
  }

  /// A bundle that the receipt is about.
  package struct Match: Hashable, Sendable {
    /// As given.
    package let path: String
    /// As the receipt calls it.
    package let subject: String
    /// Whether the receipt tells only of what is in the archive, and not of the archive's own bytes.
    package let isByContentOnly: Bool
  }

  /// Why the receipt will not do; empty when it does.
  package private(set) var problems: [Problem] = []
  /// The bundles given that the receipt is about.
  package private(set) var matches: [Match] = []

  private let receipt: Receipt
  private let trees: [String: [Receipt.Subject]]

  /// Judges what stands in the receipt itself.
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
    judgeAge(options)
    if let resource = options.resource, !resource.utf8.elementsEqual(receipt.resource.utf8) {
      add("resource", "the receipt is for \(receipt.resource), not for \(resource)")
    }
    if let verifier = options.verifier, !verifier.utf8.elementsEqual(receipt.verifier.utf8) {
      add("verifier", "the receipt was issued by \(receipt.verifier), not by \(verifier)")
    }
  }

  private mutating func judgeAge(_ options: Options) {
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

  /// Holds a bundle against the subjects.
  package mutating func hold(_ bundle: SubjectDigests, path: String) {
    let same = trees[Hexadecimal.text(of: bundle.content.bytes)] ?? []
    let file = bundle.file.map { Hexadecimal.text(of: $0) }
    // Whoever checked an archive meant all of its bytes, and not only those of the bundle in it.
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

  /// Holds a policy, as it is now, against those that the check used.
  package mutating func hold(_ policy: PolicySummary) {
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
