extension KeyRegistry {
  /// The prefix under which Apple names keys that a key starts with, such as `NS` in `NSFooUsageDescription`.
  ///
  /// It says only that the key *looks like* one of Apple's: an unknown key with such a prefix is unknown all the same,
  /// and more likely a misspelling or a newcomer than a name of the bundle's own. `nil` when the key doesn't look so.
  package static func applePrefix(of key: String) -> String? {
    applePrefixes.first { prefix in
      guard key.hasPrefix(prefix) else { return false }
      // A word has to start after the prefix: `UIColor` is in Apple's manner, `UIVERSION` and `ATLAS` are not.
      let rest = key.unicodeScalars.dropFirst(prefix.unicodeScalars.count)
      guard let first = rest.first, let second = rest.dropFirst().first else { return false }
      return first.properties.isUppercase && (second.properties.isLowercase || prefix == "NS")
    }
  }

  /// Longer prefixes first, so that the most telling one is named. Not `SU`: bundles have it from Sparkle.
  private static let applePrefixes = [
    "com.apple.", "OSBundle", "NFC", "ITS", "WKW", "CLK", "HLS", "TVT", "ASW",
    "AT", "AU", "BG", "CF", "CK", "CS", "DT", "EX", "GC", "GK", "HK", "HM", "IN", "IO", "LS", "MD", "MK", "MT", "NE",
    "NS", "OS", "PH", "PK", "QL", "SB", "SF", "SK", "SM", "TK", "TV", "UI", "UN", "UT", "WK", "XC",
  ].sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
}
