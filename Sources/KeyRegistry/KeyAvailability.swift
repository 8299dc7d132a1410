/// A platform that reads Info.plist keys.
package enum KeyPlatform: String, Sendable, Hashable, CaseIterable {
  case macos, ios, tvos, watchos, visionos, catalyst

  /// The platform's name as people write it, such as `macOS`.
  package var displayName: String {
    switch self {
    case .macos: "macOS"
    case .ios: "iOS"
    case .tvos: "tvOS"
    case .watchos: "watchOS"
    case .visionos: "visionOS"
    case .catalyst: "Mac Catalyst"
    }
  }
}

/// Where and since when a platform reads a key.
package struct KeyAvailability: Sendable, Hashable {
  /// The platform.
  package var platform: KeyPlatform

  /// The first version that reads the key, such as `10.5`; `nil` when the documents don't say.
  package var introduced: String?

  /// Whether the platform's documents tell people to stop using the key.
  package var isDeprecated: Bool

  /// The version that deprecated the key; `nil` when not deprecated or when the documents don't say.
  package var deprecated: String?

  init(platform: KeyPlatform, introduced: String?, isDeprecated: Bool = false, deprecated: String? = nil) {
    self.platform = platform
    self.introduced = introduced
    self.isDeprecated = isDeprecated
    self.deprecated = deprecated
  }

  /// Reads the generated notation: `macos 10.0,ios` beside the deprecations `macos 10.5`.
  static func list(_ platforms: Substring, deprecated: Substring) -> [KeyAvailability] {
    let ends = versions(deprecated)
    return versions(platforms).map { platform, version in
      let end = ends.first { $0.0 == platform }
      return KeyAvailability(
        platform: platform, introduced: version, isDeprecated: end != nil, deprecated: end?.1)
    }
  }

  private static func versions(_ text: Substring) -> [(KeyPlatform, String?)] {
    text.utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
      let words = part.split(separator: UInt8(ascii: " "))
      guard let name = words.first, let platform = KeyPlatform(rawValue: String(Substring(name))) else { return nil }
      return (platform, words.count > 1 ? String(Substring(words[1])) : nil)
    }
  }
}
