internal import Crypto

/// A private key that receipts are signed with.
package struct SigningKey: Sendable {
  private enum Form: Sendable {
    case ed25519(Curve25519.Signing.PrivateKey)
    case p256(P256.Signing.PrivateKey)
  }

  private let form: Form

  /// Reads a private key in PEM that is not encrypted: `PRIVATE KEY`, which is PKCS #8 (RFC 5958) with an Ed25519 (RFC 8410)
  /// or P-256 key in it, or `EC PRIVATE KEY` (RFC 5915) with a P-256 key.
  package init(pem text: [UInt8]) throws(ReceiptError) {
    let pem = try PEMText(text)
    switch pem.label {
    case "PRIVATE KEY": form = try Self.read(pkcs8: pem.bytes)
    case "EC PRIVATE KEY": form = .p256(try Self.read(sec1: pem.bytes))
    case "PUBLIC KEY": throw .key("this is a public key; signing needs the private key")
    case "RSA PRIVATE KEY":
      throw .key("the key is an RSA key; only Ed25519 and P-256 are supported", hint: KeyAlgorithm.advice)
    case "OPENSSH PRIVATE KEY":
      throw .key("the key is in OpenSSH format, which is not supported", hint: KeyAlgorithm.advice)
    default: throw .key("expected a PEM block 'PRIVATE KEY', found '\(pem.label)'", hint: KeyAlgorithm.advice)
    }
  }

  /// The half that anybody may know.
  package var publicKey: VerifyingKey {
    switch form {
    case .ed25519(let key): VerifyingKey(key.publicKey)
    case .p256(let key): VerifyingKey(key.publicKey)
    }
  }

  func sign(_ message: [UInt8]) throws(ReceiptError) -> [UInt8] {
    do {
      switch form {
      case .ed25519(let key): return Array(try key.signature(for: message))
      case .p256(let key): return Array(try key.signature(for: message).derRepresentation)
      }
    } catch {
      throw .key("the key cannot sign: \(error)")
    }
  }

  // MARK: Reading

  /// `OneAsymmetricKey` of RFC 5958, 2, whose version 0 is `PrivateKeyInfo` of RFC 5208.
  private static func read(pkcs8 bytes: [UInt8]) throws(ReceiptError) -> Form {
    var reader = DERReader(bytes)
    var parts = try reader.enter(.sequence)
    try reader.end()
    let version = Array(try parts.take(.integer))
    guard version == [0] || version == [1] else { throw DERReader.malformed }
    let algorithm = try KeyAlgorithm(&parts)
    var contents = try parts.enter(.octetString)
    if parts.has(.context0) { _ = try parts.take(.context0) }  // attributes
    let point = parts.has(.implicit1) ? try parts.takeBits(.implicit1) : nil
    try parts.end()
    let form: Form
    switch algorithm {
    case .ed25519:
      // CurvePrivateKey is an octet string in the octet string (RFC 8410, 7).
      let seed = Array(try contents.take(.octetString))
      try contents.end()
      guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else { throw DERReader.malformed }
      form = .ed25519(key)
      try check(point, is: VerifyingKey(key.publicKey))
    case .p256:
      let key = try read(sec1: &contents)
      form = .p256(key)
      try check(point, is: VerifyingKey(key.publicKey))
    }
    return form
  }

  private static func read(sec1 bytes: [UInt8]) throws(ReceiptError) -> P256.Signing.PrivateKey {
    var reader = DERReader(bytes)
    return try read(sec1: &reader)
  }

  /// `ECPrivateKey` of RFC 5915, 3.
  private static func read(sec1 reader: inout DERReader) throws(ReceiptError) -> P256.Signing.PrivateKey {
    var parts = try reader.enter(.sequence)
    try reader.end()
    guard Array(try parts.take(.integer)) == [1] else { throw DERReader.malformed }
    let scalar = Array(try parts.take(.octetString))
    if parts.has(.context0) {
      var curve = try parts.enter(.context0)
      guard Array(try curve.take(.objectIdentifier)) == KeyAlgorithm.p256Identifier else {
        throw .key("the key's curve is not P-256", hint: KeyAlgorithm.advice)
      }
      try curve.end()
    }
    var point: [UInt8]?
    if parts.has(.context1) {
      var bits = try parts.enter(.context1)
      point = try bits.takeBits()
      try bits.end()
    }
    try parts.end()
    guard let key = try? P256.Signing.PrivateKey(rawRepresentation: scalar) else { throw DERReader.malformed }
    try check(point, is: VerifyingKey(key.publicKey))
    return key
  }

  /// Signing with a private key beside another's public one gives signatures that nobody can verify, or worse.
  private static func check(_ point: [UInt8]?, is key: VerifyingKey) throws(ReceiptError) {
    guard let point, point != key.point else { return }
    throw .key("the key is damaged: its public key belongs to another private key")
  }
}
