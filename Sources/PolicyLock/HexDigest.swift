/// Digests and ids as files spell them.
public enum HexDigest {
  /// Whether a text is `sha256:` and 64 lower-case hexadecimal digits.
  public static func isSHA256(_ text: String) -> Bool {
    text.hasPrefix("sha256:") && text.utf8.count == 71 && text.utf8.dropFirst(7).allSatisfy(isDigit)
  }

  /// Whether a text is the id of an object of git's: 40 lower-case hexadecimal digits, or 64 in a repository of SHA-256
  /// (gitformat-pack(5)).
  public static func isObject(_ text: String) -> Bool {
    [40, 64].contains(text.utf8.count) && text.utf8.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte || 0x61...0x66 ~= byte }
}
