import Basics
internal import FileFacts

package struct VerifyingKey: Sendable {
  package let algorithm: KeyAlgorithm
  let point: [UInt8]

  /// Reads `PUBLIC KEY` in PEM, as `openssl pkey -pubout` writes it: a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7) with an Ed25519 (RFC 8410)
  /// or uncompressed P-256 key (RFC 5480). Throws for other keys.
  package init(pem text: [UInt8]) throws(ReceiptError) {
    let pem = try PEMText(text)
    switch pem.label {
    case "PUBLIC KEY": break
    case "PRIVATE KEY", "EC PRIVATE KEY":
      throw .key(
        "this is a private key; verifying needs the public key (keep the private key out of this place)",
        hint: "openssl pkey -in key.pem -pubout -out public.pem")
    default: throw .key("expected a PEM block 'PUBLIC KEY', found '\(pem.label)'")
    }
    var reader = DERReader(pem.bytes)
    var parts = try reader.enter(.sequence)
    try reader.end()
    let algorithm = try KeyAlgorithm(&parts)
    let bits = try parts.takeBits()
    try parts.end()
    if algorithm == .p256, bits.count == 33 {
      throw .key(
        "the P-256 key is in compressed form, which is not supported",
        hint: "openssl pkey -pubin -in public.pem -ec_conv_form uncompressed -pubout -out other.pem")
    }
    guard let key = Self(algorithm, point: bits) else { throw DERReader.malformed }
    self = key
  }

  init?(_ algorithm: KeyAlgorithm, point: [UInt8]) {
    let isOne =
      switch algorithm {
      case .ed25519: Ed25519.isPublicKey(point)
      case .p256: P256.isPublicKey(point)
      }
    if !isOne { return nil }
    (self.algorithm, self.point) = (algorithm, point)
  }

  /// The SubjectPublicKeyInfo in DER, as `openssl pkey -pubout -outform DER` writes it.
  package var derBytes: [UInt8] {
    let identifiers =
      switch algorithm {
      case .ed25519: [KeyAlgorithm.ed25519Identifier]
      case .p256: [KeyAlgorithm.ellipticIdentifier, KeyAlgorithm.p256Identifier]
      }
    let identifier = DERWriter.value(.sequence, identifiers.flatMap { DERWriter.value(.objectIdentifier, $0) })
    return DERWriter.value(.sequence, identifier + DERWriter.value(.bitString, [0] + point))
  }

  /// The SHA-256 of `derBytes` in 64 hexadecimal digits, which identifies the key.
  package var identifier: String { SHA256Digest(of: derBytes).hexadecimal }

  func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    switch algorithm {
    case .ed25519: Ed25519.isValid(signature, of: message, publicKey: point)
    case .p256: P256.isValid(signature, of: message, publicKey: point)
    }
  }
}

package enum KeyAlgorithm: String, Hashable, Sendable, CaseIterable {
  case ed25519 = "Ed25519"
  /// ECDSA over NIST P-256 with SHA-256 and signatures in DER (FIPS 186-5; RFC 3279, 2.2.3).
  case p256 = "ECDSA P-256"

  /// 1.3.101.112 (RFC 8410, 3).
  static let ed25519Identifier: [UInt8] = [0x2B, 0x65, 0x70]
  /// 1.2.840.10045.2.1, `id-ecPublicKey` (RFC 5480, 2.1.1).
  static let ellipticIdentifier: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
  /// 1.2.840.10045.3.1.7, `secp256r1` (RFC 5480, 2.1.1.1).
  static let p256Identifier: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
  /// 1.2.840.113549.1.1.1, `rsaEncryption` (RFC 8017, A.1). Not supported; recognized for its error message.
  private static let rsaIdentifier: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]

  static let advice = "make one with 'openssl genpkey -algorithm ed25519 -out key.pem'"

  /// Reads an `AlgorithmIdentifier` (RFC 5280, 4.1.1.2). Throws for unsupported algorithms.
  init(_ reader: inout DERReader) throws(ReceiptError) {
    var parts = try reader.enter(.sequence)
    let identifier = try parts.take(.objectIdentifier)
    switch Array(identifier) {
    case Self.ed25519Identifier: self = .ed25519  // without parameters (RFC 8410, 3)
    case Self.ellipticIdentifier:
      guard Array(try parts.take(.objectIdentifier)) == Self.p256Identifier else {
        throw .key("the key's curve is not P-256", hint: Self.advice)
      }
      self = .p256
    case Self.rsaIdentifier:
      throw .key("the key is an RSA key; only Ed25519 and P-256 are supported", hint: Self.advice)
    default: throw .key("the key is neither an Ed25519 nor a P-256 key", hint: Self.advice)
    }
    try parts.end()
  }
}
