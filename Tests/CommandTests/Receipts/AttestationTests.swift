import Basics
import PolicyTestSupport
import Testing

@Suite struct AttestationTests {
  /// The published key of RFC 8410, section 10.
  static let key = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
    -----END PRIVATE KEY-----

    """
  static let publicKey = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
    -----END PUBLIC KEY-----

    """

  static func folder() throws -> TemporaryFolder {
    let folder = try workshop()
    try folder.write("key.pem", Array(key.utf8), mode: 0o600)
    try folder.write("public.pem", publicKey)
    return folder
  }

  static func check(
    _ folder: TemporaryFolder, _ words: String, environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try Program.run(
      ["check", "--attest", "r.json"] + words.split(separator: " ").map(String.init), in: folder.path,
      environment: environment)
  }

  static func verify(_ folder: TemporaryFolder, _ words: String) throws -> ChildProcess {
    try Program.run(
      ["verify-receipt", "r.json"] + words.split(separator: " ").map(String.init), in: folder.path)
  }

  /// The signed payload.
  static func statement(_ folder: TemporaryFolder) throws -> JSONText {
    let decoded = try ChildProcess.run(
      "/bin/sh", ["-c", #"sed 's/.*"payload":"\([^"]*\)".*/\1/' r.json | base64 -d"#], in: folder.path)
    return try JSONText(decoded.output)
  }

  @Test func passingAndFailing() throws {
    let folder = try Self.folder()
    let passed = try Self.check(folder, "--attest-key key.pem Good.app")
    #expect(passed.status == 0 && passed.errors.isEmpty && passed.outputText.contains("PASS"))
    #expect(try Self.verify(folder, "--key public.pem --bundle Good.app").status == 0)
    let failed = try Self.check(folder, "--attest-key key.pem Good.app Bad.app")
    #expect(failed.status == 1 && failed.errors.isEmpty)
    #expect(try Self.statement(folder)["predicate"]?["verificationResult"]?.text == "FAILED")
    #expect(try Self.verify(folder, "--key public.pem --bundle Good.app").status == 1)
    #expect(try Self.verify(folder, "--key public.pem --bundle Good.app --allow-failed").status == 0)
    #expect(try folder.names().filter { $0.contains("partial") } == [])
  }

  /// The receipt does not change the report.
  @Test func theReportIsTheSame() throws {
    let folder = try Self.folder()
    let plain = try Program.run(["check", "--format", "json", "Good.app", "Bad.app"], in: folder.path)
    let attested = try Self.check(folder, "--format json --attest-key key.pem Good.app Bad.app")
    #expect(plain.output == attested.output && plain.status == attested.status)
    let alone = try folder.bytes("r.json")
    #expect(try Self.check(folder, "--attest-key key.pem --jobs 2 Bad.app Good.app").status == 1)
    #expect(try folder.bytes("r.json").count == alone.count)
  }

  @Test func theSameReceiptForTheSameTime() throws {
    let folder = try Self.folder()
    var payloads: Set<JSONText> = []
    for _ in 0..<3 {
      #expect(
        try Self.check(folder, "--attest-key key.pem Good.app", environment: ["SOURCE_DATE_EPOCH": "0"]).status == 0)
      payloads.insert(try Self.statement(folder))
    }
    #expect(payloads.count == 1 && payloads.first?["predicate"]?["timeVerified"]?.text == "1970-01-01T00:00:00Z")
    let given = "--attest-key key.pem --attest-time 2026-11-22T10:00:00Z Good.app"
    #expect(try Self.check(folder, given, environment: ["SOURCE_DATE_EPOCH": "0"]).status == 0)
    #expect(try Self.statement(folder)["predicate"]?["timeVerified"]?.text == "2026-11-22T10:00:00Z")
  }

  @Test func theKeyOfTheEnvironment() throws {
    let folder = try Self.folder()
    let environment = ["BUNDLEPOLICY_ATTEST_KEY": Self.key]
    #expect(try Self.check(folder, "Good.app", environment: environment).status == 0)
    #expect(try Self.verify(folder, "--key public.pem").status == 0)
    let wrong = try Self.check(folder, "Good.app", environment: ["BUNDLEPOLICY_ATTEST_KEY": "secret-word"])
    #expect(
      wrong.status == 2 && wrong.errorText.contains("BUNDLEPOLICY_ATTEST_KEY: error: the file has no PEM key"))
    #expect(!wrong.errorText.contains("secret-word"))
  }

  @Test func otherReadersOfTheKey() throws {
    let folder = try Self.folder()
    try folder.write("key.pem", Array(Self.key.utf8), mode: 0o644)
    let result = try Self.check(folder, "--attest-key key.pem Good.app")
    #expect(result.status == 0)
    #expect(
      result.errorText
        == "key.pem: warning: other users can read this private key; restrict it with chmod 600\n")
  }

  /// The receipt records the options of the check.
  @Test func factsOfTheCheck() throws {
    let folder = try Self.folder()
    try folder.write("v.yaml", "{}\n")
    #expect(try Program.run(["check", "--write-baseline", "b.txt", "Bad.app"], in: folder.path).status == 0)
    let result = try Self.check(
      folder,
      "--attest-key key.pem --format json --output out.json --baseline b.txt --params v.yaml --ledger l.db --record Good.app"
    )
    #expect(result.status == 2, "there is no ledger yet")
    #expect(result.errorText.contains("no receipt was written to r.json because the check could not be completed"))
    #expect(try Program.run(["ledger", "init", "--ledger", "l.db"], in: folder.path).status == 0)
    let again = try Self.check(
      folder,
      "--attest-key key.pem --format json --output out.json --baseline b.txt --params v.yaml --ledger l.db --record --attest-resource https://example.com/Good.zip --attest-verifier https://example.com/ci Good.app"
    )
    #expect(again.status == 0, "\(again.errorText)")
    let predicate = try Self.statement(folder)["predicate"]
    #expect(predicate?["resourceUri"]?.text == "https://example.com/Good.zip")
    #expect(predicate?["verifier"]?["id"]?.text == "https://example.com/ci")
    let own = predicate?["bundlepolicy:receipt/v1"]
    func sum(_ name: String) throws -> String { try ChildProcess.sha256(of: folder(name)) }
    #expect(try own?["reports"]?[0]?["digest"]?["sha256"]?.text == sum("out.json"))
    #expect(try own?["baseline"]?["digest"]?["sha256"]?.text == sum("b.txt"))
    #expect(try own?["parameterFiles"]?[0]?["digest"]?["sha256"]?.text == sum("v.yaml"))
    let record = own?["ledger"]?["records"]?[0]
    #expect(own?["ledger"]?["id"]?.text?.isEmpty == false && record?["hash"]?.text?.count ?? 0 >= 64)
    #expect(record?["digest"] == (try Self.statement(folder)["subject"]?[0]?["digest"]))
  }

  // MARK: Failures

  /// A check that cannot be completed deletes an earlier receipt.
  @Test(arguments: ["Gone.app", "--policy gone.lua Good.app", "--param x=1 Good.app", "--previous Gone.app Good.app"])
  func noStaleReceipt(_ words: String) throws {
    let folder = try Self.folder()
    #expect(try Self.check(folder, "--attest-key key.pem Good.app").status == 0)
    let result = try Self.check(folder, "--attest-key key.pem " + words)
    #expect(result.status == 2)
    #expect(
      result.errorText.contains(
        "bundlepolicy: no receipt was written to r.json because the check could not be completed; the receipt of an earlier check was removed\n"
      ), "\(result.errorText)")
    #expect(try !folder.names().contains("r.json"))
  }

  @Test(arguments: [
    ("--attest-key gone.pem Good.app", "gone.pem: error: the key cannot be read: there is no such file"),
    ("--attest-key public.pem Good.app", "public.pem: error: this is a public key"),
    ("--attest-key text.txt Good.app", "text.txt: error: the file has no PEM key"),
  ])
  func withoutAKey(_ words: String, _ message: String) throws {
    let folder = try Self.folder()
    #expect(try Self.check(folder, "--attest-key key.pem Good.app").status == 0)
    let result = try Self.check(folder, words)
    #expect(result.status == 2 && result.errorText.contains(message) && result.output.isEmpty)
    #expect(try !folder.names().contains("r.json"))
  }

  /// A file with provenance is also an envelope, and must stay.
  @Test func whatOtherToolsAttestedStays() throws {
    let folder = try Self.folder()
    let statement = #"{"_type":"https://in-toto.io/Statement/v1","predicateType":"x","predicate":{}}"#
    try folder.write("statement", statement)
    let payload = try ChildProcess.run("/bin/sh", ["-c", "base64 < statement | tr -d '\\n'"], in: folder.path)
      .outputText
    let envelope =
      #"{"payload":"\#(payload)","payloadType":"application/vnd.in-toto+json","signatures":[{"sig":"AA=="}]}"#
    try folder.write("r.json", envelope)
    let result = try Self.check(folder, "--attest-key key.pem Good.app")
    #expect(result.status == 2 && result.errorText.contains("this file exists and is not a receipt"))
    #expect(try folder.text("r.json") == envelope)
  }

  @Test func whatIsNoReceiptStays() throws {
    let folder = try Self.folder()
    try folder.write("r.json", "{\"mine\": true}")
    let result = try Self.check(folder, "--attest-key key.pem Good.app")
    #expect(result.status == 2 && result.errorText.contains("this file exists and is not a receipt"))
    #expect(try folder.text("r.json") == "{\"mine\": true}")
    // mktemp creates empty files.
    try folder.write("r.json", "")
    #expect(try Self.check(folder, "--attest-key key.pem Good.app").status == 0)
  }

  @Test func aLinkStaysALink() throws {
    let folder = try Self.folder()
    try folder.link("r.json", to: "real.json")
    try folder.write("real.json", "")
    for _ in 0..<2 {
      #expect(try Self.check(folder, "--attest-key key.pem Good.app").status == 0)
      var status = stat()
      #expect(lstat(folder("r.json"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
      #expect(try Self.verify(folder, "--key public.pem").status == 0)
    }
    #expect(try Self.check(folder, "--attest-key key.pem Gone.app").status == 2)
    #expect(try !folder.names().contains("real.json"))
  }

  @Test func aPlaceThatCannotBeWritten() throws {
    let folder = try Self.folder()
    let result = try Program.run(
      ["check", "--attest", "none/r.json", "--attest-key", "key.pem", "Good.app"], in: folder.path)
    #expect(result.status == 2)
    #expect(result.errorText == "none/r.json: error: cannot be written: No such file or directory\n")
  }

  /// If the report cannot be written, there is no receipt, because it is written last.
  @Test func aReportThatCannotBeWritten() throws {
    let folder = try Self.folder()
    #expect(try Self.check(folder, "--attest-key key.pem Good.app").status == 0)
    #expect(try Self.check(folder, "--attest-key key.pem --output none/r.txt Good.app").status == 2)
    #expect(try !folder.names().contains("r.json"))
  }

  @Test(arguments: [
    ("--attest r.json Good.app", "--attest needs a private key"),
    ("--attest-key key.pem Good.app", "--attest-key needs --attest FILE"),
    ("--attest-time 2026-11-22T10:00:00Z Good.app", "--attest-time needs --attest FILE"),
    ("--attest - --attest-key key.pem Good.app", "--attest - would write a file named '-'"),
    ("--attest key.pem --attest-key key.pem Good.app", "would overwrite a file that --attest-key reads"),
    ("--attest policy.lua --attest-key key.pem Good.app", "would overwrite a file that --policy reads"),
    ("--attest o --output o --attest-key key.pem Good.app", "are the same file; name two files"),
    ("--attest Good.app/r.json --attest-key key.pem Good.app", "would write into Good.app"),
    ("--attest Info.plist --attest-key key.pem Info.plist", "that BUNDLE reads"),
    ("--attest r.json --attest-key key.pem --rule r Good.app", "cannot be combined with --rule"),
    ("--attest r.json --attest-key key.pem --skip r Good.app", "cannot be combined with --skip"),
    ("--attest r.json --attest-key key.pem --write-baseline b Good.app", "cannot be combined with --write-baseline"),
    ("--attest r.json --attest-key key.pem --allow-empty Good.app", "cannot be combined with --allow-empty"),
    (
      "--attest r.json --attest-key key.pem --attest-time now Good.app", "'--attest-time <TIME>': must be a time in UTC"
    ),
    (
      "--attest r.json --attest-key key.pem --attest-resource Good.app Good.app",
      "'--attest-resource <URI>': must be a URI"
    ),
    ("--attest r.json --attest-key key.pem --attest-verifier us Good.app", "'--attest-verifier <URI>': must be a URI"),
  ])
  func usage(_ words: String, _ message: String) throws {
    let folder = try Self.folder()
    try folder.write("Info.plist", PropertyListText.document(""))
    let before = try folder.bytes("key.pem") + folder.bytes("policy.lua") + folder.bytes("Info.plist")
    let result = try Program.run(["check"] + words.split(separator: " ").map(String.init), in: folder.path)
    #expect(result.status == 64 && result.errorText.contains(message), "\(result.status) \(result.errorText)")
    #expect(try folder.bytes("key.pem") + folder.bytes("policy.lua") + folder.bytes("Info.plist") == before)
  }

  @Test(arguments: ["x", "-1", "1.5", "99999999999999999999"]) func notAnEpoch(_ text: String) throws {
    let folder = try Self.folder()
    let result = try Self.check(folder, "--attest-key key.pem Good.app", environment: ["SOURCE_DATE_EPOCH": text])
    #expect(result.status == 64 && result.errorText.contains("SOURCE_DATE_EPOCH must be a number of seconds"))
  }
}
