/// A build of Core Foundation: its platform name, and the names of platforms and devices that it recognizes as qualifiers of keys.
///
/// Each build knows only its own names (`_CFBundleSupportedPlatformName`, `_CFBundleSupportedProductName`,
/// `CFBundle_InfoPlist.c`); a key with a qualifier that no build knows is an ordinary key.
package struct QualifierSystem: Hashable, Sendable {
  /// The platform name that applies on this system; nil if it has no platform qualifier.
  package let name: String?
  /// The platform names it recognizes, including its own; keys qualified by the others are dropped.
  package let platforms: [String]
  package let devices: [String]
  /// The platforms that use this build.
  package let runs: [Bundle.Platform]

  /// The current builds, in a fixed order. visionOS has no qualifiers. That Catalyst uses the Mac's build is our understanding of Catalyst,
  /// not stated in the source.
  package static let all = [
    Self(name: "macos", platforms: ["macos"], devices: [], runs: [.macos, .catalyst]),
    Self(name: "iphoneos", platforms: ["iphoneos"], devices: ["iphone", "ipad", "ipod"], runs: [.ios]),
    Self(name: "watchos", platforms: ["watchos"], devices: ["applewatch"], runs: [.watchos]),
    Self(name: "tvos", platforms: ["tvos"], devices: ["appletv"], runs: [.tvos]),
    Self(name: nil, platforms: [], devices: [], runs: [.visionos]),
  ]

  /// The build that a platform uses.
  static func system(for platform: Bundle.Platform) -> Self? { all.first { $0.runs.contains(platform) } }
}
