package enum Hexadecimal {
  @inlinable package static func text(of bytes: some Sequence<UInt8>, uppercase: Bool = false) -> String {
    String(decoding: digits(of: Array(bytes), uppercase: uppercase), as: UTF8.self)
  }

  @usableFromInline package static func digits(of bytes: [UInt8], uppercase: Bool) -> [UInt8] {
    let letter: UInt8 = uppercase ? 0x37 : 0x57
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : letter + value }
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 15))
    }
    return digits
  }

  /// The text of a UUID's 16 bytes: 8-4-4-4-12 upper-case digits.
  package static func uuid(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for (position, digit) in digits(of: bytes, uppercase: true).enumerated() {
      if position == 8 || position == 12 || position == 16 || position == 20 { text.append(UInt8(ascii: "-")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes digits of either case; returns nil for anything else.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for position in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[position]), let low = value(digits[position + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  @inlinable @inline(__always) package static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit &- 0x30
    case 0x41...0x46: digit &- 0x37
    case 0x61...0x66: digit &- 0x57
    default: nil
    }
  }

  package static func isLowercase(_ text: some StringProtocol, count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }
}

package enum HexDigest {
  package static func isSHA256(_ text: String) -> Bool {
    text.hasPrefix("sha256:") && Hexadecimal.isLowercase(text.dropFirst(7), count: 64)
  }

  /// Whether a string is the id of a git object: 40 lower-case hexadecimal digits, or 64 in a repository that uses
  /// SHA-256 (gitformat-pack(5)).
  package static func isObject(_ text: String) -> Bool {
    Hexadecimal.isLowercase(text, count: 40) || Hexadecimal.isLowercase(text, count: 64)
  }
}

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

  /// Returns nil for text that is malformed or that does not encode UTF-8.
  package static func decode(_ text: some StringProtocol) -> String? {
    let parts = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    var bytes = Array(parts[0])
    for part in parts.dropFirst() {
      guard let pair = Hexadecimal.bytes(String(decoding: part.prefix(2), as: UTF8.self)), pair.count == 1 else {
        return nil
      }
      bytes += pair + part.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
