/// How receipts are signed.
package enum KeyAlgorithm: String, Hashable, Sendable, CaseIterable {
  /// Ed25519 (RFC 8032).
  case ed25519 = "Ed25519"
  /// ECDSA over NIST P-256 with SHA-256, signatures in DER (FIPS 186-5; RFC 3279, 2.2.3).
  case p256 = "ECDSA P-256"

  /// 1.3.101.112 (RFC 8410, 3).
  static let ed25519Identifier: [UInt8] = [0x2B, 0x65, 0x70]
  /// 1.2.840.10045.2.1, `id-ecPublicKey` (RFC 5480, 2.1.1).
  static let ellipticIdentifier: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
  /// 1.2.840.10045.3.1.7, `secp256r1` (RFC 5480, 2.1.1.1).
  static let p256Identifier: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
  /// 1.2.840.113549.1.1.1, `rsaEncryption` (RFC 8017, A.1): named only to say that it is not used.
  private static let rsaIdentifier: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]

  static let advice = "make one with 'openssl genpkey -algorithm ed25519 -out key.pem'"

  /// Reads an `AlgorithmIdentifier` (RFC 5280, 4.1.1.2).
  init(_ reader: inout DERReader) throws(ReceiptError) {
    var parts = try reader.enter(.sequence)
    let identifier = try parts.take(.objectIdentifier)
    switch Array(identifier) {
    case Self.ed25519Identifier: self = .ed25519  // without parameters (RFC 8410, 3)
    case Self.ellipticIdentifier:
      guard Array(try parts.take(.objectIdentifier)) == Self.p256Identifier else {
        throw .key("the key is of another curve than P-256", hint: Self.advice)
      }
      self = .p256
    case Self.rsaIdentifier: throw .key("the key is an RSA key; Ed25519 and P-256 are used", hint: Self.advice)
    default: throw .key("the key is neither an Ed25519 nor a P-256 key", hint: Self.advice)
    }
    try parts.end()
  }
}
