import Basics
import PolicyTestSupport

@testable import Receipts

/// Keys published in RFCs.
enum SampleKeys {
  /// RFC 8410, 10.3.
  static let ed25519 = pem("PRIVATE KEY", "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC")
  /// RFC 8410, 10.3: the same key with an attribute and its public key.
  static let ed25519WithPublicKey = pem(
    "PRIVATE KEY",
    "MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\noB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB\nZ9w7lshQhqowtrbLDFw4rXAxZuE="
  )
  /// RFC 8410, 10.1.
  static let ed25519Public = pem("PUBLIC KEY", "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=")
  /// RFC 6979, A.2.5: the key for P-256.
  static let p256Scalar = hex("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
  static let p256Point = hex(
    "0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB67903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"
  )

  /// Encodes a value in DER, shorter than 128 bytes.
  static func der(_ tag: UInt8, _ contents: [UInt8]...) -> [UInt8] {
    let contents = contents.flatMap { $0 }
    return [tag, contents.count < 128 ? UInt8(contents.count) : 0x81]
      + (contents.count < 128 ? [] : [UInt8(contents.count)]) + contents
  }

  static let curve = der(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
  static let p256Algorithm = der(0x30, der(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]), curve)
  static let ed25519Algorithm = der(0x30, der(0x06, [0x2B, 0x65, 0x70]))

  /// `ECPrivateKey` with the parts that `openssl` includes.
  static func sec1(curve: [UInt8]? = curve, point: [UInt8]? = p256Point) -> [UInt8] {
    der(
      0x30, [2, 1, 1], der(4, p256Scalar), curve.map { der(0xA0, $0) } ?? [],
      point.map { der(0xA1, der(3, [0], $0)) } ?? [])
  }

  static let p256 = pem("PRIVATE KEY", der(0x30, [2, 1, 0], p256Algorithm, der(4, sec1(curve: nil))))
  static let p256Public = pem("PUBLIC KEY", der(0x30, p256Algorithm, der(3, [0], p256Point)))

  static func pem(_ label: String, _ base64: String) -> [UInt8] {
    Array("-----BEGIN \(label)-----\n\(base64)\n-----END \(label)-----\n".utf8)
  }

  static func pem(_ label: String, _ bytes: [UInt8]) -> [UInt8] {
    pem(label, Base64.encode(bytes))
  }

  static func hex(_ digits: String) -> [UInt8] {
    let values = digits.compactMap(\.hexDigitValue)
    return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }

  static func signing(_ algorithm: KeyAlgorithm) throws -> SigningKey {
    try SigningKey(pem: algorithm == .ed25519 ? ed25519 : p256)
  }
}
