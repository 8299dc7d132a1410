import PolicyTestSupport
import Testing

@Suite struct VerifyReceiptCommandTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try AttestationTests.folder()
    try folder.write(
      "waivers.lua",
      "waive \"r\" { bundle = \"com.x.waived\", because = \"la\\27ter\", owner = \"jo\", expires = \"2026-12-31\" }\n")
    try folder.write(
      "Waived.app/Contents/Info.plist",
      PropertyListText.document("<key>CFBundleIdentifier</key><string>com.x.waived</string><key>Bad</key><true/>"))
    try folder.write("other.pem", OtherKey.publicKey)
    let made = try AttestationTests.check(
      folder,
      "--attest-key key.pem --as-of 2026-11-22 --attest-time 2026-11-22T10:00:00Z Good.app Waived.app")
    try #require(made.status == 0, "\(made.errorText)")
    return folder
  }

  private enum OtherKey {
    /// RFC 8032, 7.1, test 1.
    static let publicKey = """
      -----BEGIN PUBLIC KEY-----
      MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
      -----END PUBLIC KEY-----

      """
  }

  private static let day = " --as-of 2026-11-22"

  @Test(
    arguments: [
      ("--key public.pem --bundle Good.app --bundle Waived.app/" + day, 0, "r.json: accepted"),
      ("--key public.pem" + day, 0, "none compared: the receipt covers 2 bundles"),
      ("--key other.pem --key public.pem --bundle Good.app" + day, 0, "Good.app is the bundle checked as Good.app"),
      ("--key public.pem --policy policy.lua --require-pass" + day, 0, "accepted"),
      ("--key public.pem --max-age 7 --as-of 2026-11-29", 0, "accepted"),
      (
        "--key public.pem --max-age 7 --as-of 2026-11-30", 1,
        "r.json: error: the receipt is 8 days old; the limit is 7 days"
      ),
      (
        "--key public.pem --as-of 2027-01-01", 1,
        "the check used a waiver of 'test/r' for com.x.waived that expired"
      ),
      ("--key public.pem --as-of 2026-11-21", 1, "the receipt was issued on 2026-11-22, which is after 2026-11-21"),
      ("--key public.pem --bundle Bad.app" + day, 1, "Bad.app: error: the receipt does not cover this bundle"),
      ("--key public.pem --bundle Good.app --bundle Bad.app" + day, 1, "NOT ACCEPTED"),
      ("--key public.pem --policy other.lua" + day, 1, "other.lua: error: the check did not use the policy 'other'"),
      ("--key public.pem --resource https://example.com" + day, 1, "the receipt is for Good.app"),
      ("--key public.pem --verifier https://example.com" + day, 1, "the receipt was issued by bundlepolicy:check"),
      ("--key other.pem" + day, 2, "r.json: error: the signature is not by the key given"),
      ("--key key.pem" + day, 2, "key.pem: error: this is a private key"),
      ("--key gone.pem" + day, 2, "gone.pem: error: the key cannot be read: there is no such file"),
      ("--key public.pem --bundle Gone.app" + day, 2, "Gone.app: error: no such file or directory"),
      ("--key public.pem --policy gone.lua" + day, 2, "gone.lua: error: no policy file at this path"),
      ("--bundle Good.app", 64, "Missing expected argument '--key <FILE>"),
      ("--key public.pem --require-pass --allow-failed", 64, "cannot be combined"),
      ("--key public.pem --max-age soon", 64, "must be a number of days"),
      ("--key public.pem --format xml", 64, "must be one of text, json"),
      ("--key public.pem two.json", 64, "Unexpected argument"),
    ] as [(String, Int32, String)])
  func statuses(_ words: String, _ status: Int32, _ text: String) throws {
    let folder = try Self.folder()
    try folder.write(
      "other.lua", "policy \"other\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"Bad\" }\n")
    let result = try AttestationTests.verify(folder, words)
    #expect(result.status == status, "\(result.outputText)\(result.errorText)")
    #expect(
      (status < 2 ? result.outputText : result.errorText).contains(text), "\(result.outputText)\(result.errorText)")
    #expect(status < 2 ? result.errors.isEmpty : result.output.isEmpty)
    #expect(!result.output.contains(0x1B))
  }

  /// Parameters may weaken a check, so they are shown.
  @Test func valuesOfParametersAreTold() throws {
    let folder = try AttestationTests.folder()
    try folder.write(
      "policy.lua",
      """
      policy "test" { summary = "s" }
      local keys = parameter "keys" { type = "list" }
      rule "r" { summary = "s", forbid = keys }

      """)
    try folder.write("values.yaml", "{}\n")
    let made = try AttestationTests.check(
      folder,
      "--attest-key key.pem --attest-time 2026-11-22T10:00:00Z --param keys=Other --params values.yaml Bad.app")
    try #require(made.status == 0, "\(made.errorText)")
    let text = try AttestationTests.verify(folder, "--key public.pem" + Self.day)
    #expect(
      text.outputText.contains("\n  parameter keys = Other\n  parameter values of values.yaml\n"), "\(text.outputText)")
    let json = try JSONText(try AttestationTests.verify(folder, "--key public.pem --format json" + Self.day).output)
    #expect(json["parameters"]?["keys"]?.text == "Other")
    #expect(json["parameterFiles"]?.elements.map(\.text) == ["values.yaml"])
  }

  @Test func json() throws {
    let folder = try Self.folder()
    let result = try AttestationTests.verify(
      folder, "--key public.pem --format json --bundle Good.app --bundle Bad.app" + Self.day)
    let json = try JSONText(result.output)
    #expect(result.status == 1 && json["format"]?.text == "bundlepolicy-receipt-verification")
    #expect(json["verdict"]?.text == "not-accepted" && json["verificationResult"]?.text == "PASSED")
    #expect(json["bundles"]?.elements.map { $0["path"]?.text } == ["Good.app"])
    #expect(json["problems"]?.elements.map { $0["code"]?.text } == ["receipt.no-match"])
    #expect(json["waivers"]?[0]?["owner"]?.text == "jo" && json["policies"]?[0]?["id"]?.text == "test")
    let unknown = try AttestationTests.verify(folder, "--key other.pem --format json")
    #expect(unknown.status == 2)
    #expect(try JSONText(unknown.output)["problems"]?[0]?["code"]?.text == "receipt.signature")
    #expect(try JSONText(unknown.output)["verdict"]?.text == "error")
  }

  @Test func damagedReceipts() throws {
    let folder = try Self.folder()
    let whole = try folder.bytes("r.json")
    for (bytes, message) in [
      (Array(whole.prefix(whole.count / 2)), "this is not a receipt: it is not JSON"), ([], "this is not a receipt"),
      (whole + whole, "this is not a receipt: it is not JSON"),
      (Array("{}".utf8), "'payloadType' is missing or not a string"),
      (whole.map { $0 == UInt8(ascii: "y") ? UInt8(ascii: "x") : $0 }, "r.json: error"),
    ] {
      try folder.write("r.json", bytes)
      let result = try AttestationTests.verify(folder, "--key public.pem")
      #expect(result.status == 2 && result.output.isEmpty && result.errorText.contains(message), "\(result.errorText)")
    }
  }
}
