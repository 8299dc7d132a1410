import Basics
import Bundles
import PolicyEngine
import PolicyTestSupport
import Reports

@testable import Receipts

/// A folder with a policy and applications, and receipts of checking them.
struct Attested {
  static let rules = """
    rule "r" { summary = "s", forbid = "Bad" }
    rule "w" { summary = "s", forbid = "Worse" }
    waive "w" { bundle = "com.x.waived", because = "later", owner = "jo", expires = "2026-12-31" }

    """

  let folder: TemporaryFolder
  var terms = ReceiptTerms(toolVersion: "1.2.3", time: "2026-11-22T10:00:00Z", asOf: "2026-11-22", failOn: "error")

  init() throws {
    folder = try TemporaryFolder(["policy.lua": "policy \"test\" { summary = \"s\", version = \"2.0\" }\n" + Self.rules]
    )
    try write("Good", "com.x.good")
    try write("Waived", "com.x.waived", "Worse")
    try write("Bad", "com.x.bad", "Bad")
  }

  func write(_ name: String, _ identifier: String, _ key: String = "Fine") throws {
    try folder.write(
      "\(name).app/Contents/Info.plist",
      PropertyListText.document(
        "<key>CFBundleIdentifier</key><string>\(identifier)</string><key>\(key)</key><true/>"))
  }

  /// Returns the report of a check, with digests.
  func report(_ names: [String], takesDigests: Bool = true) throws -> Report {
    let loading = PolicyProgram.Options(policies: [folder("policy.lua")])
    guard let day = CalendarDate("2026-11-22") else { throw EngineError(code: "test", message: "no day") }
    var options = Check.Options(asOf: day)
    options.takesDigests = takesDigests
    return Check.report(
      on: names.map { folder($0) }, try PolicyProgram(loading), options, jobs: 1)
  }

  func draft(_ report: Report) -> ReceiptDraft {
    var draft = ReceiptDraft()
    for bundle in report.bundles { draft.add(bundle) }
    return draft
  }

  func receipt(_ names: [String], _ algorithm: KeyAlgorithm = .ed25519) throws -> [UInt8] {
    let report = try report(names)
    return try draft(report).finish(report, terms, with: try SampleKeys.signing(algorithm))
  }

  func read(_ bytes: [UInt8], _ algorithm: KeyAlgorithm = .ed25519) throws -> Receipt {
    try Receipt(bytes, keys: [try SampleKeys.signing(algorithm).publicKey])
  }

  /// Returns any statement signed by a trusted key.
  static func signed(_ statement: String, type: String = Vocabulary.payloadType) throws -> [UInt8] {
    try Envelope(signing: Array(statement.utf8), type: type, with: try SampleKeys.signing(.ed25519)).text
  }
}
