internal import Basics
internal import CSignatures
internal import SwiftASN1

enum Ed25519 {
  /// Returns the 32-byte public key for a seed; nil unless the seed has 32 bytes.
  static func publicKey(of seed: [UInt8]) -> [UInt8]? {
    guard seed.count == Int(ED25519_SEED_BYTES) else { return nil }
    return written(Int(ED25519_POINT_BYTES)) { ed25519_point(seed, $0) }
  }

  static func isPublicKey(_ bytes: [UInt8]) -> Bool { bytes.count == Int(ED25519_POINT_BYTES) }

  /// Returns the deterministic 64-byte signature; nil if a key does not have 32 bytes.
  static func sign(_ message: [UInt8], seed: [UInt8], publicKey: [UInt8]) -> [UInt8]? {
    guard seed.count == Int(ED25519_SEED_BYTES), isPublicKey(publicKey) else { return nil }
    return written(Int(ED25519_BYTES)) { ed25519_sign(seed, publicKey, message, message.count, $0) }
  }

  static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
    guard isPublicKey(publicKey), signature.count == Int(ED25519_BYTES) else { return false }
    return ed25519_verifies(publicKey, message, message.count, signature)
  }
}

/// ECDSA over NIST P-256 with SHA-256 (FIPS 186-5), with signatures in DER (RFC 3279, 2.2.3).
enum P256 {
  private static let size = Int(P256_NUMBER_BYTES)

  /// Returns the 65-byte public key for a 32-byte private key; nil if the private key is not valid.
  static func publicKey(of secret: [UInt8]) -> [UInt8]? {
    guard secret.count == size else { return nil }
    var isOne = false
    let point = written(Int(P256_POINT_BYTES)) { isOne = p256_point(secret, $0) }
    return isOne ? point : nil
  }

  static func isPublicKey(_ bytes: [UInt8]) -> Bool { bytes.count == Int(P256_POINT_BYTES) && p256_is_point(bytes) }

  /// Returns a randomized signature in DER; nil if the private key is not valid.
  static func sign(_ message: [UInt8], secret: [UInt8]) -> [UInt8]? {
    guard secret.count == size else { return nil }
    let digest = SHA256Digest(of: message).bytes
    var isSigned = false
    let halves = written(2 * size) { halves in
      isSigned = p256_sign(
        secret, digest, digest.count,
        { _, count, bytes in
          var generator = SystemRandomNumberGenerator()
          for position in 0..<count { bytes[position] = generator.next() }
        }, halves)
    }
    return isSigned ? der(halves) : nil
  }

  static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
    guard publicKey.count == Int(P256_POINT_BYTES), let halves = try? halves(of: signature) else { return false }
    let digest = SHA256Digest(of: message).bytes
    return p256_verifies(publicKey, digest, digest.count, halves)
  }

  /// Encodes two 32-byte numbers as `ECDSA-Sig-Value`.
  static func der(_ halves: [UInt8]) -> [UInt8] {
    var encoder = DER.Serializer()
    // Encoding numbers never fails.
    try? encoder.appendConstructedNode(identifier: .sequence) { encoder in
      for half in [halves.prefix(size), halves.suffix(size)] { try encoder.serialize(half.drop { $0 == 0 }) }
    }
    return encoder.serializedBytes
  }

  /// Decodes `ECDSA-Sig-Value` to two 32-byte numbers, which must be in their shortest form.
  private static func halves(of signature: [UInt8]) throws -> [UInt8] {
    try DER.sequence(DER.parse(signature), identifier: .sequence) { parts in
      try (0..<2).flatMap { _ in
        let number = try ArraySlice<UInt8>(derEncoded: &parts)
        guard number.count <= size else { throw ReceiptError.damagedKey }
        return [UInt8](repeating: 0, count: size - number.count) + number
      }
    }
  }
}

private func written(_ count: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  bytes.withUnsafeMutableBufferPointer { if let start = $0.baseAddress { write(start) } }
  return bytes
}
