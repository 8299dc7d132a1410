import Basics
import PolicyTestSupport
import Testing

@testable import Receipts

/// Uses OpenSSL to check keys and signatures independently.
enum OpenSSL {
  static let path: String? = {
    let paths: [String] = ["/usr/bin/openssl", "/opt/homebrew/opt/openssl@3/bin/openssl", "/usr/local/bin/openssl"]
    return paths.first { access($0, X_OK) == 0 }
  }()

  @discardableResult static func run(_ words: String, in folder: TemporaryFolder) throws -> Bool {
    try ChildProcess.run(path ?? "", words.split(separator: " ").map(String.init), in: folder.path).status == 0
  }
}

@Suite(.enabled(if: OpenSSL.path != nil, "openssl is not installed")) struct OpenSSLTests {
  @Test(arguments: [
    ("genpkey -algorithm ed25519 -out key.pem", KeyAlgorithm.ed25519),
    ("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem", .p256),
    ("ecparam -name prime256v1 -genkey -out key.pem", .p256),
    ("ecparam -name prime256v1 -genkey -noout -out key.pem", .p256),
  ])
  func receiptsWithItsKeys(_ making: String, _ algorithm: KeyAlgorithm) throws {
    let attested = try Attested()
    let folder = attested.folder
    try #require(try OpenSSL.run(making, in: folder))
    try #require(try OpenSSL.run("pkey -in key.pem -pubout -out public.pem", in: folder))
    try #require(try OpenSSL.run("pkey -in key.pem -pubout -outform DER -out public.der", in: folder))
    let key = try SigningKey(pem: try folder.bytes("key.pem"))
    let publicKey = try VerifyingKey(pem: try folder.bytes("public.pem"))
    #expect(publicKey.derBytes == (try folder.bytes("public.der")) && key.publicKey.derBytes == publicKey.derBytes)
    #expect(publicKey.algorithm == algorithm)
    let report = try attested.report(["Good.app"])
    let text = try attested.draft(report).finish(report, attested.terms, with: key)
    #expect(try Receipt(text, keys: [publicKey]).passed)
    // The signed bytes are computed here from the JSON, independently of the code under test.
    let json = try JSONText(text)
    try folder.write("payload.b64", (json["payload"]?.text ?? "") + "\n")
    try folder.write("sig.b64", (json["signatures"]?[0]?["sig"]?.text ?? "") + "\n")
    for name in ["payload", "sig"] { try OpenSSL.run("base64 -d -A -in \(name).b64 -out \(name)", in: folder) }
    let payload = try folder.bytes("payload")
    try folder.write("pae", Array("DSSEv1 28 application/vnd.in-toto+json \(payload.count) ".utf8) + payload)
    let verify =
      algorithm == .ed25519
      ? "pkeyutl -verify -pubin -inkey public.pem -rawin -in pae -sigfile sig"
      : "dgst -sha256 -verify public.pem -signature sig pae"
    #expect(try OpenSSL.run(verify, in: folder))
    try folder.write("pae", try folder.bytes("pae") + [0x20])
    #expect(try !OpenSSL.run(verify, in: folder))
    let digest = try ChildProcess.run(OpenSSL.path ?? "", ["dgst", "-sha256", "-r", folder("public.der")])
    #expect(json["signatures"]?[0]?["keyid"]?.text == String(digest.outputText.prefix(64)))
  }

  @Test(arguments: [
    ("genpkey -algorithm RSA -out key.pem", "an RSA key"),
    ("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out key.pem", "curve is not P-256"),
    ("ecparam -name secp384r1 -genkey -noout -out key.pem", "curve is not P-256"),
    ("genpkey -algorithm ed448 -out key.pem", "neither an Ed25519 nor a P-256 key"),
    ("genpkey -algorithm ed25519 -aes-256-cbc -pass pass:secret -out key.pem", "is encrypted"),
    (
      "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -pkeyopt ec_param_enc:explicit -out key.pem",
      "the key is damaged"
    ),
  ])
  func keysThatAreNotUsed(_ making: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    try #require(try OpenSSL.run(making, in: folder))
    do throws(ReceiptError) {
      let text = (try? folder.bytes("key.pem")) ?? []
      _ = try SigningKey(pem: text)
      Issue.record("the key was read")
    } catch {
      #expect(error.message.contains(message), "\(error.message)")
    }
  }

  /// Uses securesystemslib and in-toto's own reader if Python has them: pip install 'securesystemslib[crypto]' in-toto-attestation
  @Test(arguments: KeyAlgorithm.allCases) func python(_ algorithm: KeyAlgorithm) throws {
    let attested = try Attested()
    let imports = "import securesystemslib.dsse, cryptography, in_toto_attestation"
    let python = ["BUNDLEPOLICY_PYTHON", "/usr/bin/python3"].lazy
      .compactMap { name in name.hasPrefix("/") ? name : getenv(name).map { String(cString: $0) } }
      .first { (try? ChildProcess.run($0, ["-c", imports]).status) == 0 }
    guard let python else {
      print("skipped: no Python with securesystemslib and in-toto-attestation (BUNDLEPOLICY_PYTHON may name one)")
      return
    }
    try attested.folder.write("receipt.json", try attested.receipt(["Good.app", "Waived.app"], algorithm))
    try attested.folder.write(
      "public.pem", algorithm == .ed25519 ? SampleKeys.ed25519Public : SampleKeys.p256Public)
    let script = """
      import json
      from cryptography.hazmat.primitives.serialization import load_pem_public_key
      from google.protobuf.json_format import ParseDict
      from in_toto_attestation.v1 import statement_pb2
      from in_toto_attestation.v1.statement import Statement
      from in_toto_attestation.predicates.vsa.v1 import vsa_pb2
      from securesystemslib.dsse import Envelope
      from securesystemslib.signer import SSlibKey
      envelope = Envelope.from_dict(json.load(open("receipt.json")))
      key = load_pem_public_key(open("public.pem", "rb").read())
      assert envelope.verify([SSlibKey.from_crypto(key, keyid=list(envelope.signatures)[0])], 1)
      document = json.loads(envelope.payload)
      Statement.copy_from_pb(ParseDict(document, statement_pb2.Statement())).validate()
      predicate = document["predicate"]
      # The schema that in-toto-attestation 0.9.3 carries has one text here, where SLSA and later ones have a list.
      assert predicate.pop("verifiedLevels") == ["SLSA_BUILD_LEVEL_UNEVALUATED"]
      summary = ParseDict(predicate, vsa_pb2.VerificationSummary(), ignore_unknown_fields=True)
      assert summary.verification_result == "PASSED" and summary.policy.uri == "bundlepolicy:policies/test"
      """
    let result = try ChildProcess.run(python, ["-c", script], in: attested.folder.path)
    #expect(result.status == 0, "\(result.errorText)")
  }
}
