import Testing

@testable import Receipts

/// Valid signatures, and invalid ones that look similar.
@Suite struct SignatureTests {
  private static let message = Array("sample".utf8)
  /// The order of P-256's group (FIPS 186-5; SP 800-186, 3.2.1.3).
  private static let order = SampleKeys.hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
  /// RFC 6979, A.2.5: the key, and its signature of "sample" with SHA-256.
  private static let secret = SampleKeys.hex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721")
  private static let point = SampleKeys.hex(
    "04" + "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
      + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299")
  private static let r = SampleKeys.hex("efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716")
  private static let s = SampleKeys.hex("f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8")

  @Test func knownSignatureOfP256() throws {
    #expect(P256.publicKey(of: Self.secret) == Self.point)
    #expect(P256.isValid(P256.der(Self.r + Self.s), of: Self.message, publicKey: Self.point))
    let (first, second) = (P256.sign(Self.message, secret: Self.secret), P256.sign(Self.message, secret: Self.secret))
    #expect(first != nil && first != second, "a number that is used twice gives the key away")
    for signature in [first, second].compactMap(\.self) {
      #expect(P256.isValid(signature, of: Self.message, publicKey: Self.point))
      #expect(!P256.isValid(signature, of: Self.message + [0], publicKey: Self.point))
    }
  }

  @Test func manySignaturesOfP256() throws {
    // Some have halves of fewer than 32 bytes or with the first bit set.
    for number in 0..<300 {
      let message = Array("\(number)".utf8)
      let signature = try #require(P256.sign(message, secret: Self.secret))
      #expect(P256.isValid(signature, of: message, publicKey: Self.point), "\(signature)")
    }
  }

  @Test(arguments: [
    ("zero as the first half", P256.der([UInt8](repeating: 0, count: 32) + s)),
    ("zero as the second half", P256.der(r + [UInt8](repeating: 0, count: 32))),
    ("both zero", P256.der([UInt8](repeating: 0, count: 64))),
    ("the order as the first half", P256.der(order + s)),
    ("the order as the second half", P256.der(r + order)),
    ("the halves exchanged", P256.der(s + r)),
    ("all ones", P256.der([UInt8](repeating: 0xFF, count: 64))),
    ("not in DER", r + s),
    ("a negative half", SampleKeys.der(0x30, SampleKeys.der(2, r), SampleKeys.der(2, [0], s))),
    ("a half that is too long", SampleKeys.der(0x30, SampleKeys.der(2, [0, 0], r), SampleKeys.der(2, [0], s))),
    ("a half of 33 bytes", SampleKeys.der(0x30, SampleKeys.der(2, [1], r), SampleKeys.der(2, [0], s))),
    ("an empty half", SampleKeys.der(0x30, SampleKeys.der(2), SampleKeys.der(2, [0], s))),
    ("one half", SampleKeys.der(0x30, SampleKeys.der(2, [0], r))),
    ("three halves", SampleKeys.der(0x30, SampleKeys.der(2, [0], r), SampleKeys.der(2, [0], s), [2, 1, 1])),
    ("a byte too much", P256.der(r + s) + [0]),
    ("nothing", []),
  ])
  func noSignaturesOfP256(_ name: String, _ signature: [UInt8]) {
    #expect(!P256.isValid(signature, of: Self.message, publicKey: Self.point), "\(name)")
  }

  static let noSecrets: [(name: String, bytes: [UInt8])] = [
    ("zero", [UInt8](repeating: 0, count: 32)), ("the order", order), ("all ones", [UInt8](repeating: 0xFF, count: 32)),
    ("31 bytes", Array(secret.dropLast())), ("33 bytes", [0] + secret), ("nothing", []),
  ]

  @Test(arguments: noSecrets) func noPrivateKeysOfP256(_ name: String, _ secret: [UInt8]) {
    #expect(P256.publicKey(of: secret) == nil && P256.sign(Self.message, secret: secret) == nil, "\(name)")
  }

  static let noPoints: [(name: String, bytes: [UInt8])] = [
    ("both coordinates zero", [4] + [UInt8](repeating: 0, count: 64)),
    ("coordinates that are too large", [4] + [UInt8](repeating: 0xFF, count: 64)),
    ("the coordinates exchanged", [4] + Array(point.suffix(32)) + Array(point[1...32])),
    ("another form", [6] + Array(point.dropFirst())), ("64 bytes", Array(point.dropLast())), ("nothing", []),
  ]

  @Test(arguments: noPoints) func noPublicKeysOfP256(_ name: String, _ point: [UInt8]) {
    #expect(!P256.isPublicKey(point), "\(name)")
    #expect(!P256.isValid(P256.der(Self.r + Self.s), of: Self.message, publicKey: point), "\(name)")
  }

  /// Adding the order of the group to the second half of a signature gives another valid-looking one (RFC 8032, 5.1.7).
  @Test func malleatedSignaturesOfEd25519() throws {
    let seed = [UInt8](1...32)
    let point = try #require(Ed25519.publicKey(of: seed))
    var signature = try #require(Ed25519.sign(Self.message, seed: seed, publicKey: point))
    #expect(Ed25519.isValid(signature, of: Self.message, publicKey: point))
    let order = SampleKeys.hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
    var carry = 0
    for position in 0..<32 {
      carry += Int(signature[32 + position]) + Int(order[position])
      signature[32 + position] = UInt8(carry & 0xFF)
      carry >>= 8
    }
    #expect(carry == 0 && !Ed25519.isValid(signature, of: Self.message, publicKey: point))
    #expect(!Ed25519.isValid(Array(signature.dropLast()), of: Self.message, publicKey: point))
    #expect(Ed25519.sign(Self.message, seed: Array(seed.dropLast()), publicKey: point) == nil)
  }
}
