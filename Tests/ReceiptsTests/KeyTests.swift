import Testing

@testable import Receipts

/// Keys as other programs write them, and invalid ones.
@Suite struct KeyTests {
  @Test func keysOfTheStandards() throws {
    let key = try SigningKey(pem: SampleKeys.ed25519)
    let other = try SigningKey(pem: SampleKeys.ed25519WithPublicKey)
    let publicKey = try VerifyingKey(pem: SampleKeys.ed25519Public)
    #expect(key.publicKey.derBytes == publicKey.derBytes && other.publicKey.derBytes == publicKey.derBytes)
    #expect(publicKey.algorithm == .ed25519 && publicKey.identifier == key.publicKey.identifier)
    let p256 = try SigningKey(pem: SampleKeys.p256)
    #expect(p256.publicKey.point == SampleKeys.p256Point && p256.publicKey.algorithm == .p256)
    #expect(try VerifyingKey(pem: SampleKeys.p256Public).derBytes == p256.publicKey.derBytes)
  }

  /// RFC 8032, 7.1, tests 1 and 2.
  @Test(arguments: [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ),
  ])
  func knownSignatures(_ seed: String, _ message: String, _ signature: String) throws {
    let der = SampleKeys.der(
      0x30, [2, 1, 0], SampleKeys.ed25519Algorithm, SampleKeys.der(4, SampleKeys.der(4, SampleKeys.hex(seed))))
    let key = try SigningKey(pem: SampleKeys.pem("PRIVATE KEY", der))
    let (message, signature) = (SampleKeys.hex(message), SampleKeys.hex(signature))
    #expect(key.publicKey.verifies(signature, of: message))
    #expect(!key.publicKey.verifies(signature, of: message + [0]))
    #expect(try key.sign(message) == signature)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: [UInt8]
    /// Nil if the key is valid.
    let error: String?
    init(_ description: String, _ text: [UInt8], _ error: String?) {
      (testDescription, self.text, self.error) = (description, text, error)
    }
  }

  @Test(arguments: [
    Case("SEC1", SampleKeys.pem("EC PRIVATE KEY", SampleKeys.sec1()), nil),
    Case("SEC1 without a public half", SampleKeys.pem("EC PRIVATE KEY", SampleKeys.sec1(point: nil)), nil),
    Case(
      "after its parameters",
      SampleKeys.pem("EC PARAMETERS", SampleKeys.curve) + SampleKeys.pem("EC PRIVATE KEY", SampleKeys.sec1()), nil),
    Case("lines of Windows", SampleKeys.ed25519.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }, nil),
    Case("comments around", Array("# ours\n\n".utf8) + SampleKeys.ed25519 + Array("\n\nend\n".utf8), nil),
    Case("nothing", [], "the file has no PEM key"),
    Case("a word", Array("secret".utf8), "the file has no PEM key"),
    Case("two keys", SampleKeys.ed25519 + SampleKeys.p256, "the file has 2 PEM blocks"),
    Case("public", SampleKeys.ed25519Public, "this is a public key"),
    Case("encrypted", SampleKeys.pem("ENCRYPTED PRIVATE KEY", "MAA="), "the private key is encrypted"),
    Case(
      "encrypted in the old way",
      SampleKeys.pem("EC PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nMAA="), "is encrypted"),
    Case("RSA", SampleKeys.pem("RSA PRIVATE KEY", "MAA="), "an RSA key"),
    Case("OpenSSH", SampleKeys.pem("OPENSSH PRIVATE KEY", "MAA="), "in OpenSSH format"),
    Case(
      "another block", SampleKeys.pem("CERTIFICATE", "MAA="), "expected a PEM block 'PRIVATE KEY', found 'CERTIFICATE'"),
    Case("no end", Array(SampleKeys.ed25519.dropLast(8)), "its PEM block is incomplete"),
    Case("another end", Array("-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PUBLIC KEY-----".utf8), "incomplete"),
    Case("no base64", SampleKeys.pem("PRIVATE KEY", "MA=A"), "its PEM block is incomplete"),
    Case("an empty sequence", SampleKeys.pem("PRIVATE KEY", "MAA="), "the key is damaged"),
    Case(
      "a byte too much", SampleKeys.pem("PRIVATE KEY", SampleKeys.der(0x30, [2, 1, 0]) + [0]), "the key is damaged"),
    Case(
      "a seed of 31 bytes",
      SampleKeys.pem(
        "PRIVATE KEY",
        SampleKeys.der(
          0x30, [2, 1, 0], SampleKeys.ed25519Algorithm,
          SampleKeys.der(4, SampleKeys.der(4, [UInt8](repeating: 1, count: 31))))), "the key is damaged"),
    Case(
      "an Ed25519 key with parameters",
      SampleKeys.pem(
        "PRIVATE KEY",
        SampleKeys.der(
          0x30, [2, 1, 0], SampleKeys.der(0x30, SampleKeys.der(6, [0x2B, 0x65, 0x70]), [5, 0]),
          SampleKeys.der(4, SampleKeys.der(4, [UInt8](repeating: 1, count: 32))))), "the key is damaged"),
    Case(
      "X25519",
      SampleKeys.pem(
        "PRIVATE KEY", SampleKeys.der(0x30, [2, 1, 0], SampleKeys.der(0x30, SampleKeys.der(6, [0x2B, 0x65, 0x6E])))),
      "neither an Ed25519 nor a P-256 key"),
    Case(
      "P-384",
      SampleKeys.pem("EC PRIVATE KEY", SampleKeys.sec1(curve: SampleKeys.der(6, [0x2B, 0x81, 0x04, 0, 0x22]))),
      "the key's curve is not P-256"),
    Case(
      "another's public half",
      SampleKeys.pem("EC PRIVATE KEY", SampleKeys.sec1(point: SampleKeys.p256Point.reversed())),
      "belongs to another private key"),
    Case("too long", [UInt8](repeating: 0x20, count: 70_000), "more than 65536 bytes"),
  ])
  func privateKeys(_ tested: Case) {
    let failure = Self.failure { () throws(ReceiptError) in _ = try SigningKey(pem: tested.text) }
    #expect(tested.error.map { failure?.contains($0) ?? false } ?? (failure == nil), "\(failure ?? "no error")")
  }

  @Test(arguments: [
    Case("private", SampleKeys.ed25519, "this is a private key"),
    Case("SEC1", SampleKeys.pem("EC PRIVATE KEY", SampleKeys.sec1()), "this is a private key"),
    Case("a certificate", SampleKeys.pem("CERTIFICATE", "MAA="), "expected a PEM block 'PUBLIC KEY'"),
    Case(
      "compressed",
      SampleKeys.pem(
        "PUBLIC KEY",
        SampleKeys.der(
          0x30, SampleKeys.p256Algorithm, SampleKeys.der(3, [0, 3], Array(SampleKeys.p256Point[1...32])))),
      "in compressed form"),
    Case(
      "not on the curve",
      SampleKeys.pem(
        "PUBLIC KEY",
        SampleKeys.der(0x30, SampleKeys.p256Algorithm, SampleKeys.der(3, [0, 4], [UInt8](repeating: 1, count: 64)))),
      "the key is damaged"),
    Case(
      "bits that are no bytes",
      SampleKeys.pem(
        "PUBLIC KEY", SampleKeys.der(0x30, SampleKeys.p256Algorithm, SampleKeys.der(3, [1], SampleKeys.p256Point))),
      "the key is damaged"),
  ])
  func publicKeys(_ tested: Case) {
    let failure = Self.failure { () throws(ReceiptError) in _ = try VerifyingKey(pem: tested.text) }
    #expect(tested.error.map { failure?.contains($0) ?? false } ?? (failure == nil), "\(failure ?? "no error")")
  }

  /// Removing or changing anything in a key makes it invalid, except for the bytes of the key itself.
  @Test func truncatedKeys() throws {
    for (label, text) in [("PRIVATE KEY", SampleKeys.ed25519), ("PRIVATE KEY", SampleKeys.p256)] {
      let bytes = try PEMText(text).bytes
      for count in 0..<bytes.count {
        #expect(throws: ReceiptError.self) { try SigningKey(pem: SampleKeys.pem(label, Array(bytes[..<count]))) }
      }
      #expect(throws: ReceiptError.self) { try SigningKey(pem: SampleKeys.pem(label, bytes + [0])) }
    }
  }

  private static func failure(_ body: () throws(ReceiptError) -> Void) -> String? {
    do throws(ReceiptError) {
      try body()
      return nil
    } catch {
      return error.message
    }
  }
}
