import Basics
internal import Crypto
internal import FileFacts

/// A public key that receipts are held against.
package struct VerifyingKey: Sendable {
  private enum Form: Sendable {
    case ed25519(Curve25519.Signing.PublicKey)
    case p256(P256.Signing.PublicKey)
  }

  private let form: Form

  /// Reads `PUBLIC KEY` in PEM: a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7) of an Ed25519 (RFC 8410) or an uncompressed
  /// P-256 key (RFC 5480), as `openssl pkey -pubout` writes it.
  package init(pem text: [UInt8]) throws(ReceiptError) {
    let pem = try PEMText(text)
    switch pem.label {
    case "PUBLIC KEY": break
    case "PRIVATE KEY", "EC PRIVATE KEY":
      throw .key(
        "this is a private key; to verify, the public one is needed, and the private one should not be here",
        hint: "openssl pkey -in key.pem -pubout -out public.pem")
    default: throw .key("a PEM block 'PUBLIC KEY' is expected, not '\(pem.label)'")
    }
    var reader = DERReader(pem.bytes)
    var parts = try reader.enter(.sequence)
    try reader.end()
    let algorithm = try KeyAlgorithm(&parts)
    let bits = try parts.takeBits()
    try parts.end()
    switch algorithm {
    case .ed25519:
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bits) else { throw DERReader.malformed }
      form = .ed25519(key)
    case .p256:
      if bits.count == 33 {
        throw .key(
          "the P-256 key is in the compressed form, which is not read",
          hint: "openssl pkey -pubin -in public.pem -ec_conv_form uncompressed -pubout -out other.pem")
      }
      guard let key = try? P256.Signing.PublicKey(x963Representation: bits) else { throw DERReader.malformed }
      form = .p256(key)
    }
  }

  init(_ key: Curve25519.Signing.PublicKey) { form = .ed25519(key) }
  init(_ key: P256.Signing.PublicKey) { form = .p256(key) }

  /// How it signs.
  package var algorithm: KeyAlgorithm {
    switch form {
    case .ed25519: .ed25519
    case .p256: .p256
    }
  }

  /// The point, as SubjectPublicKeyInfo holds it.
  var point: [UInt8] {
    switch form {
    case .ed25519(let key): Array(key.rawRepresentation)
    case .p256(let key): Array(key.x963Representation)
    }
  }

  /// The SubjectPublicKeyInfo in DER: what `openssl pkey -pubout -outform DER` writes.
  package var derBytes: [UInt8] {
    let identifier: [UInt8] =
      switch form {
      case .ed25519: Self.value(0x06, KeyAlgorithm.ed25519Identifier)
      case .p256: Self.value(0x06, KeyAlgorithm.ellipticIdentifier) + Self.value(0x06, KeyAlgorithm.p256Identifier)
      }
    return Self.value(0x30, Self.value(0x30, identifier) + Self.value(0x03, [0] + point))
  }

  /// All that is written here is shorter than 128 bytes.
  private static func value(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    [tag, UInt8(truncatingIfNeeded: contents.count)] + contents
  }

  /// SHA-256 over `derBytes`, 64 hexadecimal digits. Says which key it is, and nothing else.
  package var identifier: String { SHA256Digest(of: derBytes).hexadecimal }

  /// Whether a signature over `message` was made with the private half.
  func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    switch form {
    case .ed25519(let key): return key.isValidSignature(signature, for: message)
    case .p256(let key):
      guard let parsed = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
      return key.isValidSignature(parsed, for: message)
    }
  }
}
