/// The platform and device names that may qualify a key, by the operating system that reads them.
///
/// Every build of Core Foundation knows only its own names (`_CFBundleSupportedPlatformName`,
/// `_CFBundleSupportedProductName`, `CFBundle_InfoPlist.c`); a key that no build knows the qualifier of is an ordinary key.
package struct QualifierTable: Hashable, Sendable {
  /// One build: the names it recognises, and what it calls itself.
  package struct System: Hashable, Sendable {
    /// What the system calls itself: only keys qualified so apply. Nil when it knows no platform qualifier.
    package let name: String?
    /// The platform names it recognises, its own included; the others' keys are dropped.
    package let platforms: [String]
    /// The device names it recognises.
    package let devices: [String]
    /// Platforms of ours that run it.
    package let runs: [Bundle.Platform]
  }

  /// The builds, in a fixed order.
  package let systems: [System]

  /// Core Foundation as it is now. visionOS knows no qualifiers. Catalyst runs on the Mac's own build, which is our
  /// reading of how Catalyst works and not a line in the source.
  package static let current = QualifierTable(systems: [
    System(name: "macos", platforms: ["macos"], devices: [], runs: [.macos, .catalyst]),
    System(name: "iphoneos", platforms: ["iphoneos"], devices: ["iphone", "ipad", "ipod"], runs: [.ios]),
    System(name: "watchos", platforms: ["watchos"], devices: ["applewatch"], runs: [.watchos]),
    System(name: "tvos", platforms: ["tvos"], devices: ["appletv"], runs: [.tvos]),
    System(name: nil, platforms: [], devices: [], runs: [.visionos]),
  ])

  /// Core Foundation 1153.18 (OS X 10.10, iOS 8): the Mac's build recognises every platform's name and drops the
  /// foreign ones, and knows the phone's devices.
  package static let cf1153 = QualifierTable(systems: [
    System(
      name: "macos", platforms: ["iphoneos", "macos", "windows", "linux", "freebsd", "solaris", "hpux"],
      devices: ["iphone", "ipod", "ipad"], runs: [.macos, .catalyst]),
    System(name: "iphoneos", platforms: ["iphoneos"], devices: ["iphone", "ipod", "ipad"], runs: [.ios]),
  ])

  /// The build a platform runs.
  func system(for platform: Bundle.Platform) -> System? { systems.first { $0.runs.contains(platform) } }
}
