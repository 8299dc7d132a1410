import Basics

/// The path of a file as a URI reference (RFC 3986), as SARIF asks for it in 3.4.3 and 3.10.
enum ArtifactURI {
  /// A path that does not start with `/` stays relative. Segments that say nothing are left out; `..` stays, for what it leads
  /// to is known to the file system only.
  static func reference(to path: String) -> (text: String, isRelative: Bool) {
    let encoded = segments(path).map { PercentEncoding.encode($0) }.joined(separator: "/")
    if path.utf8.first == UInt8(ascii: "/") { return ("file:///" + encoded, false) }
    return (encoded.isEmpty ? "./" : encoded, true)
  }

  /// The names on a path, without those that say nothing. By scalars: a slash before a combining mark is a slash.
  static func segments(_ path: String) -> [Substring] {
    path.unicodeScalars.split(separator: "/").map { Substring($0) }.filter { $0 != "." }
  }

  /// Whether a text is a URI to a page: what a link may lead to.
  static func isPage(_ text: String) -> Bool {
    let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
    guard let scheme, text.utf8.count > scheme.utf8.count else { return false }
    return text.utf8.allSatisfy { byte in
      // RFC 3986, appendix A: of ASCII all but controls, blanks and these.
      byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
    }
  }
}
