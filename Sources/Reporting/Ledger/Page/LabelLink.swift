import ReleaseLedger

/// Where a label leads: whoever recorded a build may say so with a URL.
enum LabelLink {
  /// A longer URL is text like any other: thousands of labels must not fill the page.
  private static let mostBytes = 500

  /// The value, when it is a URL that is safe to follow; nil for any other text.
  ///
  /// Only `https` in small letters, and only the characters that RFC 3986 §2 gives to URLs: nothing that a browser would drop or
  /// change. The host stands in plain sight: what is before an `@` would be taken for it.
  static func target(of label: BuildEntry.Label) -> String? {
    let scheme = "https://"
    let value = label.value
    guard value.utf8.count <= mostBytes, value.utf8.starts(with: scheme.utf8) else { return nil }
    let rest = value.utf8.dropFirst(scheme.utf8.count)
    guard rest.allSatisfy(isAllowed) else { return nil }
    let authority = rest.prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
    guard let first = authority.first, isAlphanumeric(first) || first == UInt8(ascii: "["),
      !authority.contains(UInt8(ascii: "@"))
    else { return nil }
    return value
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
