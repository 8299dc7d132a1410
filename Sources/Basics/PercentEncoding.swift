/// Text in URIs (RFC 3986).
package enum PercentEncoding {
  /// Whether a byte stands for itself wherever it is (2.3).
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~".utf8.contains(byte)
    }
  }

  /// A text with everything but unreserved characters encoded, colons too: the first segment of a path could look like a scheme. Slashes
  /// stay if they separate.
  package static func encode(_ text: some StringProtocol, keepsSlashes: Bool = false) -> String {
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      if isUnreserved(byte) || keepsSlashes && byte == UInt8(ascii: "/") { return [byte] }
      return [UInt8(ascii: "%")] + Hexadecimal.text(of: [byte], uppercase: true).utf8
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
