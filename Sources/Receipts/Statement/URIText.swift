internal import Basics

/// URIs (RFC 3986), as far as receipts hold them.
package enum URIText {
  /// A reference to a file: its path with everything but unreserved characters and slashes encoded by percent signs.
  static func reference(to path: String) -> String {
    PercentEncoding.encode(path, keepsSlashes: true)
  }

  /// Whether a text is a URI as far as its form goes: a scheme in lower case, a colon, something, and no character that URIs
  /// don't have.
  package static func isURI(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = text.utf8[..<colon]
    let rest = text.utf8[text.utf8.index(after: colon)...]
    guard let first = scheme.first, (0x61...0x7A).contains(first), !rest.isEmpty else { return false }
    let others = Array("+-.".utf8)
    guard scheme.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || others.contains($0) }) else {
      return false
    }
    let reserved = Array(":/?#[]@!$&'()*+,;=%".utf8)
    return rest.allSatisfy { PercentEncoding.isUnreserved($0) || reserved.contains($0) }
  }
}
