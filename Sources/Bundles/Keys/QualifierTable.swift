/// The platform and device names that may qualify a key, for each operating system that reads them.
///
/// Each build of Core Foundation knows only its own names (`_CFBundleSupportedPlatformName`, `_CFBundleSupportedProductName`,
/// `CFBundle_InfoPlist.c`); a key with a qualifier that no build knows is an ordinary key.
package struct QualifierTable: Hashable, Sendable {
  /// One build of Core Foundation: its own name and the names it recognizes.
  package struct System: Hashable, Sendable {
    /// The platform name that applies on this system; nil if it has no platform qualifier.
    package let name: String?
    /// The platform names it recognizes, including its own; keys qualified by the others are dropped.
    package let platforms: [String]
    /// The device names it recognizes.
    package let devices: [String]
    /// The platforms that use this build.
    package let runs: [Bundle.Platform]
  }

  /// The builds, in a fixed order.
  package let systems: [System]

  /// The current Core Foundation. visionOS has no qualifiers. That Catalyst uses the Mac's build is our understanding of Catalyst, not
  /// stated in the source.
  package static let current = QualifierTable(systems: [
    System(name: "macos", platforms: ["macos"], devices: [], runs: [.macos, .catalyst]),
    System(name: "iphoneos", platforms: ["iphoneos"], devices: ["iphone", "ipad", "ipod"], runs: [.ios]),
    System(name: "watchos", platforms: ["watchos"], devices: ["applewatch"], runs: [.watchos]),
    System(name: "tvos", platforms: ["tvos"], devices: ["appletv"], runs: [.tvos]),
    System(name: nil, platforms: [], devices: [], runs: [.visionos]),
  ])

  /// Core Foundation 1153.18 (OS X 10.10, iOS 8): the Mac's build recognizes the names of all platforms and drops keys of other platforms,
  /// and recognizes the iPhone's devices.
  package static let cf1153 = QualifierTable(systems: [
    System(
      name: "macos", platforms: ["iphoneos", "macos", "windows", "linux", "freebsd", "solaris", "hpux"],
      devices: ["iphone", "ipod", "ipad"], runs: [.macos, .catalyst]),
    System(name: "iphoneos", platforms: ["iphoneos"], devices: ["iphone", "ipod", "ipad"], runs: [.ios]),
  ])

  /// The build that a platform uses.
  func system(for platform: Bundle.Platform) -> System? { systems.first { $0.runs.contains(platform) } }
}
