import Basics
internal import FileFacts
internal import SwiftASN1

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
    let (algorithm, bits) = try ReceiptError.readingKey {
      try DER.sequence(DER.parse(pem.bytes), identifier: .sequence) { parts in
        (try KeyAlgorithm(&parts), try ASN1BitString(derEncoded: &parts).wholeBytes)
      }
    }
    if algorithm == .p256, bits.count == 33 {
      throw .key(
        "the P-256 key is in compressed form, which is not supported",
        hint: "openssl pkey -pubin -in public.pem -ec_conv_form uncompressed -pubout -out other.pem")
    }
    guard let key = Self(algorithm, point: bits) else { throw .damagedKey }
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
    var encoder = DER.Serializer()
    // Encoding identifiers and bytes never fails.
    try? encoder.appendConstructedNode(identifier: .sequence) { encoder in
      try encoder.serializeSequenceOf(identifiers)
      try encoder.serialize(ASN1BitString(bytes: point[...]))
    }
    return encoder.serializedBytes
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

  /// RFC 8410, 3.
  static let ed25519Identifier: ASN1ObjectIdentifier = [1, 3, 101, 112]
  /// `id-ecPublicKey` (RFC 5480, 2.1.1).
  static let ellipticIdentifier: ASN1ObjectIdentifier = [1, 2, 840, 10_045, 2, 1]
  /// `secp256r1` (RFC 5480, 2.1.1.1).
  static let p256Identifier: ASN1ObjectIdentifier = [1, 2, 840, 10_045, 3, 1, 7]
  /// `rsaEncryption` (RFC 8017, A.1). Not supported; recognized for its error message.
  private static let rsaIdentifier: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 1, 1]

  static let advice = "make one with 'openssl genpkey -algorithm ed25519 -out key.pem'"

  /// Reads an `AlgorithmIdentifier` (RFC 5280, 4.1.1.2). Throws for unsupported algorithms.
  init(_ nodes: inout ASN1NodeCollection.Iterator) throws {
    guard let node = nodes.next() else { throw ReceiptError.damagedKey }
    self = try DER.sequence(node, identifier: .sequence) { parts in
      switch try ASN1ObjectIdentifier(derEncoded: &parts) {
      case Self.ed25519Identifier: return .ed25519  // without parameters (RFC 8410, 3)
      case Self.ellipticIdentifier:
        try Self.requireP256(ASN1ObjectIdentifier(derEncoded: &parts))
        return .p256
      case Self.rsaIdentifier:
        throw ReceiptError.key("the key is an RSA key; only Ed25519 and P-256 are supported", hint: Self.advice)
      default: throw ReceiptError.key("the key is neither an Ed25519 nor a P-256 key", hint: Self.advice)
      }
    }
  }

  static func requireP256(_ curve: ASN1ObjectIdentifier) throws(ReceiptError) {
    if curve != p256Identifier { throw .key("the key's curve is not P-256", hint: advice) }
  }
}

extension ReceiptError {
  static let damagedKey = key("the key is damaged: its content is not a key")

  /// Reads DER (X.690), in which every deviation is damage.
  static func readingKey<Value>(_ body: () throws -> Value) throws(ReceiptError) -> Value {
    do { return try body() } catch let error as ReceiptError { throw error } catch { throw damagedKey }
  }
}

extension ASN1BitString {
  /// The bytes; throws if the number of bits is not a multiple of 8.
  var wholeBytes: [UInt8] {
    get throws {
      guard paddingBits == 0 else { throw ReceiptError.damagedKey }
      return Array(bytes)
    }
  }
}
