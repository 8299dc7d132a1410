package enum PercentEncoding {
  /// Whether a byte never needs encoding (2.3).
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~".utf8.contains(byte)
    }
  }

  /// Encodes all characters except unreserved ones, including colons, because the first segment of a path could look like a scheme. Slashes
  /// are kept if they separate segments.
  package static func encode(_ text: some StringProtocol, keepsSlashes: Bool = false) -> String {
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      if isUnreserved(byte) || keepsSlashes && byte == UInt8(ascii: "/") { return [byte] }
      return [UInt8(ascii: "%")] + Hexadecimal.text(of: [byte], uppercase: true).utf8
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
