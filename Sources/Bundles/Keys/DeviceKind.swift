/// A platform, and where its devices have names the device: what `K-platform~device` is told apart by.
package struct DeviceKind: Hashable, Sendable, CustomStringConvertible {
  /// The platform.
  package let platform: Bundle.Platform
  /// The device; nil on platforms whose devices have no names.
  package let device: String?

  /// Names a kind that `all` may not have.
  package init(platform: Bundle.Platform, device: String?) {
    self.platform = platform
    self.device = device
  }

  /// Every kind of device, in a fixed order: `macos`, `catalyst`, `ios~iphone`, `ios~ipad`, …
  package static let all: [DeviceKind] = QualifierTable.current.systems.flatMap { system in
    system.runs.flatMap { platform in
      system.devices.isEmpty
        ? [DeviceKind(platform: platform, device: nil)]
        : system.devices.map { DeviceKind(platform: platform, device: $0) }
    }
  }

  /// Takes `PLATFORM~DEVICE` apart; nil when there is no such kind. The device may be left out where a platform has at most
  /// one, the platform where the device tells it; the platform may be spelled as in keys (`iphoneos`).
  package init?(_ name: String) {
    let parts = name.utf8.split(separator: 0x7E, omittingEmptySubsequences: false).map { String(Substring($0)) }
    guard parts.count <= 2, let first = parts.first else { return nil }
    let second = parts.count == 2 ? parts[1] : nil
    let fitting = Self.all.filter { kind in
      let isPlatform = first.isEmpty ? second != nil : first == kind.platform.rawValue || first == kind.keyName
      return isPlatform && (second == nil || second == kind.device)
    }
    guard fitting.count == 1, let only = fitting.first else { return nil }
    self = only
  }

  /// What the platform is called in keys.
  private var keyName: String? {
    platform == .catalyst ? nil : QualifierTable.current.system(for: platform)?.name
  }

  /// `PLATFORM~DEVICE`.
  package var description: String { platform.rawValue + (device.map { "~" + $0 } ?? "") }
}
