internal import SwiftASN1

package struct SigningKey: Sendable {
  package let publicKey: VerifyingKey
  /// The seed of an Ed25519 key, or the number of a P-256 key.
  private let secret: [UInt8]

  /// Reads an unencrypted private key in PEM: `PRIVATE KEY`, which is PKCS #8 (RFC 5958) with an Ed25519 (RFC 8410) or P-256 key, or `EC
  /// PRIVATE KEY` (RFC 5915) with a P-256 key. Throws for other keys.
  package init(pem text: [UInt8]) throws(ReceiptError) {
    let pem = try PEMText(text)
    switch pem.label {
    case "PRIVATE KEY": self = try Self.read(pkcs8: pem.bytes)
    case "EC PRIVATE KEY": self = try Self.read(sec1: pem.bytes[...])
    case "PUBLIC KEY": throw .key("this is a public key; signing needs the private key")
    case "RSA PRIVATE KEY":
      throw .key("the key is an RSA key; only Ed25519 and P-256 are supported", hint: KeyAlgorithm.advice)
    case "OPENSSH PRIVATE KEY":
      throw .key("the key is in OpenSSH format, which is not supported", hint: KeyAlgorithm.advice)
    default: throw .key("expected a PEM block 'PRIVATE KEY', found '\(pem.label)'", hint: KeyAlgorithm.advice)
    }
  }

  private init(_ algorithm: KeyAlgorithm, secret: [UInt8]) throws(ReceiptError) {
    let point =
      switch algorithm {
      case .ed25519: Ed25519.publicKey(of: secret)
      case .p256: P256.publicKey(of: secret)
      }
    guard let point, let key = VerifyingKey(algorithm, point: point) else { throw .damagedKey }
    (publicKey, self.secret) = (key, secret)
  }

  func sign(_ message: [UInt8]) throws(ReceiptError) -> [UInt8] {
    let signature =
      switch publicKey.algorithm {
      case .ed25519: Ed25519.sign(message, seed: secret, publicKey: publicKey.point)
      case .p256: P256.sign(message, secret: secret)
      }
    guard let signature else { throw .key("the key cannot sign") }
    return signature
  }

  // MARK: Reading

  /// Reads `OneAsymmetricKey` (RFC 5958, 2), whose version 0 is `PrivateKeyInfo` of RFC 5208.
  private static func read(pkcs8 bytes: [UInt8]) throws(ReceiptError) -> Self {
    let (algorithm, contents, point) = try ReceiptError.readingKey {
      try DER.sequence(DER.parse(bytes), identifier: .sequence) { parts in
        guard try 0...1 ~= Int(derEncoded: &parts) else { throw ReceiptError.damagedKey }
        let algorithm = try KeyAlgorithm(&parts)
        let contents = try ASN1OctetString(derEncoded: &parts).bytes
        // Attributes.
        _ = DER.optionalImplicitlyTagged(&parts, tagNumber: 0, tagClass: .contextSpecific) { _ in }
        let point = try DER.optionalImplicitlyTagged(&parts, tagNumber: 1, tagClass: .contextSpecific) {
          try ASN1BitString(derEncoded: $0, withIdentifier: $0.identifier).wholeBytes
        }
        return (algorithm, contents, point)
      }
    }
    let key =
      switch algorithm {
      // CurvePrivateKey is an octet string in the octet string (RFC 8410, 7).
      case .ed25519:
        try Self(.ed25519, secret: ReceiptError.readingKey { Array(try ASN1OctetString(derEncoded: contents).bytes) })
      case .p256: try read(sec1: contents)
      }
    try check(point, is: key.publicKey)
    return key
  }

  /// Reads `ECPrivateKey` (RFC 5915, 3).
  private static func read(sec1 bytes: ArraySlice<UInt8>) throws(ReceiptError) -> Self {
    let (secret, point) = try ReceiptError.readingKey {
      try DER.sequence(DER.parse(bytes), identifier: .sequence) { parts in
        guard try Int(derEncoded: &parts) == 1 else { throw ReceiptError.damagedKey }
        let secret = Array(try ASN1OctetString(derEncoded: &parts).bytes)
        try DER.optionalExplicitlyTagged(&parts, tagNumber: 0, tagClass: .contextSpecific) {
          try KeyAlgorithm.requireP256(ASN1ObjectIdentifier(derEncoded: $0))
        }
        let point = try DER.optionalExplicitlyTagged(&parts, tagNumber: 1, tagClass: .contextSpecific) {
          try ASN1BitString(derEncoded: $0).wholeBytes
        }
        return (secret, point)
      }
    }
    let key = try Self(.p256, secret: secret)
    try check(point, is: key.publicKey)
    return key
  }

  /// Throws if the public key in the file belongs to another private key: then signatures could not be verified, or might even leak the
  /// key.
  private static func check(_ point: [UInt8]?, is key: VerifyingKey) throws(ReceiptError) {
    guard let point, point != key.point else { return }
    throw .key("the key is damaged: its public key belongs to another private key")
  }
}
