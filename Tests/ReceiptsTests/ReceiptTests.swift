import Basics
import BuildRecords
import Bundles
import PolicyEngine
import PolicyTestSupport
import ReleaseLedger
import Testing

@testable import Receipts

/// The contents of receipts, and their verification.
@Suite struct ReceiptTests {
  private static func options(_ day: String = "2026-11-22") throws -> ReceiptVerification.Options {
    ReceiptVerification.Options(asOf: try #require(CalendarDate(day)))
  }

  private static func digests(_ path: String) throws -> SubjectDigests {
    try SubjectDigests(of: try BundleGraph.open(path: path))
  }

  @Test func theStatement() throws {
    var attested = try Attested()
    attested.terms.parameters = ["b": "2", "a": "\u{1B}[31m"]
    attested.terms.baseline = .init(name: "b.txt", digest: String(repeating: "0", count: 64))
    attested.terms.reports = [
      .init(format: "json", file: .init(name: "r.json", digest: String(repeating: "1", count: 64)))
    ]
    let report = try attested.report(["Good.app", "Waived.app"])
    let bytes = try attested.draft(report).statement(of: report, attested.terms)
    let json = try JSONText(bytes)
    #expect(json.names == ["_type", "subject", "predicateType", "predicate"])
    #expect(json["_type"]?.text == "https://in-toto.io/Statement/v1")
    #expect(json["predicateType"]?.text == "https://slsa.dev/verification_summary/v1")
    #expect(
      json["subject"]?.elements.map { $0["name"]?.text } == [
        attested.folder("Good.app"), attested.folder("Waived.app"),
      ])
    let digest = json["subject"]?[0]?["digest"]
    #expect(digest?.names == ["bundlepolicyTreeV1"])
    #expect(
      try digest?["bundlepolicyTreeV1"]?.text
        == String(Self.digests(attested.folder("Good.app")).content.text.dropFirst(7)))
    let predicate = json["predicate"]
    // Required by SLSA 1.2: verifier.id, resourceUri, policy with a uri, verificationResult, verifiedLevels.
    #expect(predicate?["verifier"]?["id"]?.text == "bundlepolicy:check")
    #expect(predicate?["verifier"]?["version"]?["bundlepolicy"]?.text == "1.2.3")
    #expect(predicate?["timeVerified"]?.text == "2026-11-22T10:00:00Z")
    #expect(predicate?["resourceUri"]?.text == attested.folder("Good.app"))
    #expect(predicate?["policy"]?["uri"]?.text == "bundlepolicy:policies/test")
    #expect(predicate?["policy"]?["digest"]?["bundlepolicyPoliciesV1"]?.text?.count == 64)
    #expect(predicate?["verificationResult"]?.text == "PASSED")
    #expect(predicate?["verifiedLevels"]?.elements.map(\.text) == ["SLSA_BUILD_LEVEL_UNEVALUATED"])
    let own = predicate?["bundlepolicy:receipt/v1"]
    #expect(
      own?["policies"]?[0]?["digest"]?["bundlepolicyPolicyV1"]?.text == String(report.policies[0].digest.dropFirst(7)))
    #expect(own?["parameters"]?.names == ["a", "b"] && !bytes.contains(0x1B))
    #expect(own?["waivers"]?.elements.count == 1 && own?["waivers"]?[0]?["rule"]?.text == "test/w")
    #expect(own?["waivers"]?[0]?["bundle"]?.text == "com.x.waived" && own?["waivers"]?[0]?["findings"]?.digits == "1")
    #expect(own?["findings"]?["waived"]?.digits == "1" && own?["findings"]?["errors"]?.digits == "0")
    #expect(own?["rules"]?["evaluated"]?.digits == "4")
    #expect(own?["bundles"]?.elements.map { $0["verdict"]?.text } == ["pass", "pass"])
    #expect(own?["reports"]?[0]?["name"]?.text == "r.json" && own?["baseline"]?["name"]?.text == "b.txt")
    #expect(try attested.draft(report).statement(of: report, attested.terms) == bytes)
  }

  @Test(arguments: KeyAlgorithm.allCases) func roundTrip(_ algorithm: KeyAlgorithm) throws {
    let attested = try Attested()
    let receipt = try attested.read(try attested.receipt(["Good.app", "Waived.app"], algorithm), algorithm)
    #expect(receipt.passed && receipt.algorithm == algorithm && receipt.policies.map(\.id) == ["test"])
    #expect(receipt.waivers.map(\.owner) == ["jo"] && receipt.subjects.count == 2)
    var verification = ReceiptVerification(receipt, try Self.options())
    verification.compare(try Self.digests(attested.folder("Good.app")), path: "Good.app")
    #expect(verification.problems.isEmpty && verification.matches.map(\.path) == ["Good.app"])
    #expect(throws: ReceiptError.self) {
      try attested.read(try attested.receipt(["Good.app"], algorithm), algorithm == .p256 ? .ed25519 : .p256)
    }
  }

  @Test func checksThatFailAreAttestedAsSuch() throws {
    let attested = try Attested()
    let receipt = try attested.read(try attested.receipt(["Bad.app", "Good.app"]))
    #expect(!receipt.passed)
    #expect(ReceiptVerification(receipt, try Self.options()).problems.map(\.code) == ["receipt.failed"])
    var options = try Self.options()
    options.allowsFailed = true
    #expect(ReceiptVerification(receipt, options).problems.isEmpty)
  }

  @Test func checksThatCouldNotBeCompletedAreNot() throws {
    let attested = try Attested()
    let key = try SampleKeys.signing(.ed25519)
    let gone = try attested.report(["Gone.app", "Good.app"])
    #expect(throws: ReceiptError.self) { try attested.draft(gone).finish(gone, attested.terms, with: key) }
    let undigested = try attested.report(["Good.app"], takesDigests: false)
    #expect(throws: ReceiptError.self) { try attested.draft(undigested).finish(undigested, attested.terms, with: key) }
    let report = try attested.report(["Good.app"])
    #expect(throws: ReceiptError.self) { try ReceiptDraft().finish(report, attested.terms, with: key) }
    // A passing check cannot have a failed bundle.
    let bad = attested.draft(try attested.report(["Bad.app"]))
    #expect(throws: ReceiptError.self) { try bad.finish(report, attested.terms, with: key) }
  }

  @Test func whatCannotBeDigestedIsAnError() throws {
    let attested = try Attested()
    try attested.folder.link("Good.app/Contents/link", to: "b\u{FFFD}d")
    let report = try attested.report(["Good.app"])
    #expect(report.verdict == .error && report.bundles[0].errors.map(\.code) == ["receipt.digest"])
    #expect(try attested.report(["Good.app"], takesDigests: false).verdict == .pass)
  }

  /// Any change of the checked bundle is detected.
  @Test func changedBundles() throws {
    let changes: [(TemporaryFolder) throws -> Void] = [
      { try $0.write("Good.app/Contents/New", "") }, { try $0.makeDirectory("Good.app/Contents/Empty") },
      { try $0.link("Good.app/Contents/Link", to: "Info.plist") },
      { try $0.write("Good.app/Contents/Info.plist", try $0.bytes("Good.app/Contents/Info.plist") + [0x0A]) },
      { try $0.write("Good.app/Contents/Info.plist", try $0.bytes("Good.app/Contents/Info.plist"), mode: 0o755) },
    ]
    for change in changes {
      let attested = try Attested()
      let receipt = try attested.read(try attested.receipt(["Good.app"]))
      try change(attested.folder)
      var verification = ReceiptVerification(receipt, try Self.options())
      verification.compare(try Self.digests(attested.folder("Good.app")), path: "Good.app")
      #expect(verification.problems.map(\.code) == ["receipt.no-match"] && verification.matches.isEmpty)
    }
  }

  /// Archives are identified by their bytes and their contents, and so are property lists.
  @Test func files() throws {
    let attested = try Attested()
    try attested.folder.write("Info.plist", try attested.folder.bytes("Good.app/Contents/Info.plist"))
    let receipt = try attested.read(try attested.receipt(["Info.plist"]))
    let sum = try ChildProcess.sha256(of: attested.folder("Info.plist"))
    #expect(receipt.subjects.map(\.file) == [sum])
    let graph = try BundleGraph.open(path: attested.folder("Info.plist"))
    #expect(graph.file?.path == attested.folder("Info.plist"))
    // The same values in other bytes.
    try attested.folder.write("Other.plist", try attested.folder.bytes("Info.plist") + [0x0A])
    var verification = ReceiptVerification(receipt, try Self.options())
    verification.compare(try Self.digests(attested.folder("Info.plist")), path: "Info.plist")
    #expect(verification.problems.isEmpty)
    verification.compare(try Self.digests(attested.folder("Other.plist")), path: "Other.plist")
    #expect(verification.problems.map(\.file) == ["Other.plist"])
    #expect(verification.problems.first?.message.contains("the file does not") == true)
  }

  @Test func archives() throws {
    let attested = try Attested()
    func pack(_ name: String) throws {
      #expect(try ChildProcess.run("/bin/tar", ["-czf", name, "Good.app"], in: attested.folder.path).status == 0)
    }
    try pack("a.tar.gz")
    let ofArchive = try attested.read(try attested.receipt(["a.tar.gz"]))
    let ofDirectory = try attested.read(try attested.receipt(["Good.app"]))
    #expect(ofArchive.subjects.map(\.name) == [attested.folder("a.tar.gz")])
    #expect(ofArchive.subjects[0].tree == ofDirectory.subjects[0].tree && ofArchive.subjects[0].file != nil)
    func compare(_ receipt: Receipt, _ name: String) throws -> (String?, Bool?) {
      var verification = ReceiptVerification(receipt, try Self.options())
      verification.compare(try Self.digests(attested.folder(name)), path: name)
      return (verification.problems.first?.code, verification.matches.first?.isByContentOnly)
    }
    #expect(try compare(ofArchive, "a.tar.gz") == (nil, false))
    #expect(try compare(ofArchive, "Good.app") == (nil, false))
    #expect(try compare(ofDirectory, "a.tar.gz") == (nil, true))
    try attested.folder.write("stray.txt", "x")
    #expect(
      try ChildProcess.run("/bin/tar", ["-czf", "b.tar.gz", "Good.app", "stray.txt"], in: attested.folder.path).status
        == 0)
    #expect(try compare(ofArchive, "b.tar.gz") == ("receipt.no-match", nil))
  }

  struct Asked: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let problems: [String]
    let set: @Sendable (inout ReceiptVerification.Options) -> Void
    init(
      _ description: String, _ problems: [String],
      _ set: @escaping @Sendable (inout ReceiptVerification.Options) -> Void
    ) {
      (testDescription, self.problems, self.set) = (description, problems, set)
    }
  }

  private static func day(_ text: String, _ options: inout ReceiptVerification.Options) {
    if let day = CalendarDate(text) { options.asOf = day }
  }

  @Test(arguments: [
    Asked("young enough", []) { (day("2026-11-29", &$0), $0.maximumAge = 7).1 },
    Asked("too old", ["receipt.too-old"]) { (day("2026-11-30", &$0), $0.maximumAge = 7).1 },
    Asked("of today", []) { $0.maximumAge = 0 },
    Asked("from the future", ["receipt.future"]) { day("2026-11-21", &$0) },
    Asked("the waiver's last day", []) { day("2026-12-31", &$0) },
    Asked("a waiver that expired", ["receipt.waiver-expired"]) { day("2027-01-01", &$0) },
    Asked("another resource", ["receipt.resource"]) { $0.resource = "https://example.com/a" },
    Asked("another verifier", ["receipt.verifier"]) { $0.verifier = "https://example.com/ci" },
    Asked("the verifier", []) { $0.verifier = "bundlepolicy:check" },
  ])
  func whatIsAsked(_ asked: Asked) throws {
    let attested = try Attested()
    let receipt = try attested.read(try attested.receipt(["Waived.app"]))
    var options = try Self.options()
    asked.set(&options)
    #expect(ReceiptVerification(receipt, options).problems.map(\.code) == asked.problems)
  }

  @Test func policies() throws {
    let attested = try Attested()
    let receipt = try attested.read(try attested.receipt(["Good.app"]))
    func compare() throws -> [String] {
      var verification = ReceiptVerification(receipt, try Self.options())
      for policy in try PolicyProgram(.init(policies: [attested.folder("policy.lua")])).policies {
        verification.compare(policy)
      }
      return verification.problems.map(\.message)
    }
    #expect(try compare() == [])
    try attested.folder.write("policy.lua", try attested.folder.text("policy.lua") + "\n")
    #expect(try compare() == ["the check used another version of the policy 'test'"])
    try attested.folder.write("policy.lua", "policy \"other\" { summary = \"s\" }\n" + Attested.rules)
    #expect(try compare() == ["the check did not use the policy 'other'"])
  }

  /// Correctly signed data that is not a receipt.
  @Test func soundSignaturesOfOtherThings() throws {
    let attested = try Attested()
    let report = try attested.report(["Waived.app"])
    let statement = String(decoding: try attested.draft(report).statement(of: report, attested.terms), as: UTF8.self)
    #expect(try attested.read(try Attested.signed(statement)).passed)
    for (from, to) in [
      ("Statement/v1", "Statement/v0.1"), ("verification_summary/v1", "verification_summary/v2"),
      ("\"PASSED\"", "\"passed\""), ("\"PASSED\"", "\"FAILED\""), ("\"verdict\":\"pass\"", "\"verdict\":\"error\""),
      ("bundlepolicy:receipt/v1", "bundlepolicy:receipt/v2"), ("bundlepolicyTreeV1", "sha256"),
      ("2026-11-22T10:00:00Z", "yesterday"), ("2026-12-31", "2026-12-32"), ("\"waivers\":[{", "\"waivers\":[1,{"),
      ("[\"SLSA_BUILD_LEVEL_UNEVALUATED\"]", "[]"), ("\"_type\":", "\"_type\":1,\"_type\":"),
      ("\"baselined\":0", "\"baselined\":-1"),
      ("\"verificationResult\":\"PASSED\",", ""), ("\"subject\":[", "\"subjects\":["),
    ] {
      let pieces = statement.split(separator: from, maxSplits: 1, omittingEmptySubsequences: false)
      try #require(pieces.count == 2, "\(from)")
      let bytes = try Attested.signed(pieces[0] + to + pieces[1])
      #expect(throws: ReceiptError.self, "\(from) -> \(to)") { try attested.read(bytes) }
    }
    #expect(throws: ReceiptError.self) { try attested.read(try Attested.signed(statement, type: "application/json")) }
    #expect(throws: ReceiptError.self) { try attested.read(try Attested.signed(statement + " x")) }
    #expect(throws: ReceiptError.self) { try attested.read(try Attested.signed("")) }
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-11-22T10:00:00Z", 1_795_341_600), ("2026-11-22T10:00:00.52Z", 1_795_341_600),
      ("9999-12-31T23:59:59Z", 253_402_300_799),
    ] as [(String, Int64)])
  func times(_ text: String, _ seconds: Int64) {
    #expect(UTCTime(text)?.secondsSince1970 == seconds)
    #expect(UTCTime(secondsSince1970: seconds)?.text.prefix(19) == text.prefix(19))
  }

  @Test(arguments: [
    "", "2026-11-22", "2026-11-22 10:00:00Z", "2026-11-22T10:00:00", "2026-11-22T10:00:00+01:00",
    "2026-02-29T10:00:00Z",
    "2026-11-22T24:00:00Z", "2026-11-22T10:60:00Z", "2026-11-22T10:00:60Z", "2026-11-22T10:00:00.Z",
    "1969-12-31T23:59:59Z",
    "2026-11-22T10:00:00.5xZ", "2026-11-22T1é:00:0Z",
  ])
  func notTimes(_ text: String) { #expect(UTCTime(text) == nil) }

  @Test func uris() {
    #expect(URIText.reference(to: "a b/Ü:c") == "a%20b/%C3%9C%3Ac")
    for text in ["https://example.com/a?b#c", "pkg:generic/a@1", "urn:x"] { #expect(URIText.isURI(text), "\(text)") }
    for text in ["", "a", "https:", "://a", "Https://a", "1a:b", "a b:c", "a:b c", "a:é", "a:\u{1B}"] {
      #expect(!URIText.isURI(text), "\(text)")
    }
  }
}
