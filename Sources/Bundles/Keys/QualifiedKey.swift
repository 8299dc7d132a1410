/// A parsed top-level key of an information property list: `base[-platform][~device]`.
package struct QualifiedKey: Hashable, Sendable {
  /// The unqualified key; the whole key if it is not qualified.
  package let base: String
  /// `macos`, `iphoneos`, …; nil if not qualified by platform.
  package let platform: String?
  /// `iphone`, `ipad`, …; nil if not qualified by device.
  package let device: String?

  package var isQualified: Bool { platform != nil || device != nil }

  /// Keys that no qualified key overrides (`_isBlacklistedKey`); qualified forms of them are dropped.
  package static let fixedKeys: [String] = ["CFBundleExecutable", "CFBundleIdentifier"]

  /// Parses `key`. It is qualified if at least one system recognizes both qualifiers exactly; otherwise it is its own base.
  ///
  /// Core Foundation splits at the last `-` and the last `~`, and requires that the `-` precede the `~`, that no part be empty, and that
  /// letter case match (`_isPlatformAndProductKey`).
  package static func split(_ key: String) -> QualifiedKey {
    if let parts = parts(of: key), QualifierSystem.all.contains(where: { $0.names(parts) }) { return parts }
    return QualifiedKey(base: key, platform: nil, device: nil)
  }

  /// The system that treats `key` as qualified but never applies it, and so drops it: `K-macosx` on macOS.
  ///
  /// The system first checks whether the qualifier *begins* with one of its names, and then whether it *equals* its name. Returns nil for
  /// keys that apply on some system and for keys that are ordinary on all of them.
  package static func droppingSystem(of key: String) -> String? {
    guard let parts = parts(of: key), !QualifierSystem.all.contains(where: { $0.names(parts) }) else { return nil }
    return QualifierSystem.all.first { $0.recognizes(parts) }?.name
  }

  /// Splits a key by its form alone, without checking the names; returns nil if it does not have the form of a qualified key.
  static func parts(of key: String) -> QualifiedKey? {
    guard key.utf8.contains(where: { $0 == 0x2D || $0 == 0x7E }) else { return nil }
    let bytes = Array(key.utf8)
    let minus = bytes.lastIndex(of: 0x2D)
    let tilde = bytes.lastIndex(of: 0x7E)
    guard let first = minus ?? tilde, first > 0 else { return nil }
    if let minus, let tilde, tilde <= minus { return nil }
    let platform = minus.map { String(decoding: bytes[($0 + 1)..<(tilde ?? bytes.count)], as: UTF8.self) }
    let device = tilde.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
    guard platform != "", device != "" else { return nil }
    return QualifiedKey(base: String(decoding: bytes[..<first], as: UTF8.self), platform: platform, device: device)
  }
}

extension QualifierSystem {
  func names(_ key: QualifiedKey) -> Bool {
    (key.platform.map { platforms.contains($0) } ?? true) && (key.device.map { devices.contains($0) } ?? true)
  }

  func applies(_ key: QualifiedKey, device: String?) -> Bool {
    (key.platform.map { $0 == name } ?? true)
      && (key.device.map { $0 == device && devices.contains($0) } ?? true)
  }

  /// Whether the system treats the key as qualified: it compares only prefixes.
  func recognizes(_ key: QualifiedKey) -> Bool {
    func begins(_ text: String, _ names: [String]) -> Bool { names.contains { text.utf8.starts(with: $0.utf8) } }
    return (key.platform.map { begins($0, platforms) } ?? true) && (key.device.map { begins($0, devices) } ?? true)
  }
}

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

  static func system(for platform: Bundle.Platform) -> Self? { all.first { $0.runs.contains(platform) } }
}
