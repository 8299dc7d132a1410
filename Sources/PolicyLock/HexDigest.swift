internal import Basics

/// Digests and ids as files spell them.
package enum HexDigest {
  /// Whether a text is `sha256:` and 64 lower-case hexadecimal digits.
  package static func isSHA256(_ text: String) -> Bool {
    text.hasPrefix("sha256:") && Hexadecimal.isLowercase(text.dropFirst(7), count: 64)
  }

  /// Whether a text is the id of an object of git's: 40 lower-case hexadecimal digits, or 64 in a repository of SHA-256
  /// (gitformat-pack(5)).
  package static func isObject(_ text: String) -> Bool {
    Hexadecimal.isLowercase(text, count: 40) || Hexadecimal.isLowercase(text, count: 64)
  }
}
