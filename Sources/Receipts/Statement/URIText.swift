/// URIs (RFC 3986), as far as receipts hold them.
public enum URIText {
  /// A reference to a file: its path with everything but unreserved characters and slashes encoded by percent signs.
  static func reference(to path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      if isUnreserved(byte) || byte == UInt8(ascii: "/") {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a text is a URI as far as its form goes: a scheme in lower case, a colon, something, and no character that URIs
  /// don't have.
  public static func isURI(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = text.utf8[..<colon]
    let rest = text.utf8[text.utf8.index(after: colon)...]
    guard let first = scheme.first, (0x61...0x7A).contains(first), !rest.isEmpty else { return false }
    let others = Array("+-.".utf8)
    guard scheme.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || others.contains($0) }) else {
      return false
    }
    let reserved = Array(":/?#[]@!$&'()*+,;=%".utf8)
    return rest.allSatisfy { isUnreserved($0) || reserved.contains($0) }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~".utf8.contains(byte)
    }
  }
}
