/// Names of platforms: those that policies use for bundles, and for the others what the linker's `-platform_version` takes.
enum MachOPlatform {
  /// By `PLATFORM_…` of `mach-o/loader.h`, from 0.
  private static let names = [
    "unknown", "macos", "ios", "tvos", "watchos", "bridgeos", "catalyst", "ios-simulator", "tvos-simulator",
    "watchos-simulator", "driverkit", "visionos", "visionos-simulator", "firmware", "sepos",
  ]

  /// `platform-NUMBER` for one that has no name here.
  static func name(_ number: UInt32) -> String {
    number < names.count ? names[Int(number)] : "platform-\(number)"
  }

  /// The platform that a command of before `LC_BUILD_VERSION` stands for. Intel code for iOS and its kin ran in simulators
  /// only, as dyld takes it too.
  static func name(versionCommand command: UInt32, isIntel: Bool) -> String? {
    switch command {
    case LoadCommand.versionMinMacOS: "macos"
    case LoadCommand.versionMinIOS: isIntel ? "ios-simulator" : "ios"
    case LoadCommand.versionMinTVOS: isIntel ? "tvos-simulator" : "tvos"
    case LoadCommand.versionMinWatchOS: isIntel ? "watchos-simulator" : "watchos"
    default: nil
    }
  }
}
