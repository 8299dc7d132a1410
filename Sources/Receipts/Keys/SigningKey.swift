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
    case "EC PRIVATE KEY": self = try Self.read(sec1: pem.bytes)
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
    guard let point, let key = VerifyingKey(algorithm, point: point) else { throw DERReader.malformed }
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
    let key: Self
    switch algorithm {
    case .ed25519:
      // CurvePrivateKey is an octet string in the octet string (RFC 8410, 7).
      key = try Self(.ed25519, secret: Array(try contents.take(.octetString)))
      try contents.end()
    case .p256: key = try read(sec1: &contents)
    }
    try check(point, is: key.publicKey)
    return key
  }

  private static func read(sec1 bytes: [UInt8]) throws(ReceiptError) -> Self {
    var reader = DERReader(bytes)
    return try read(sec1: &reader)
  }

  /// Reads `ECPrivateKey` (RFC 5915, 3).
  private static func read(sec1 reader: inout DERReader) throws(ReceiptError) -> Self {
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
    let key = try Self(.p256, secret: scalar)
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
