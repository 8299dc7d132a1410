import PropertyLists

/// A platform and, if the platform's devices have names in keys, a device: the qualifiers that `K-platform~device` can distinguish.
package struct DeviceKind: Hashable, Sendable, CustomStringConvertible {
  package let platform: Bundle.Platform
  /// The device; nil on platforms whose devices have no names.
  package let device: String?

  /// Creates a kind, which `all` need not contain.
  package init(platform: Bundle.Platform, device: String?) {
    self.platform = platform
    self.device = device
  }

  /// Every kind of device, in a fixed order: `macos`, `catalyst`, `ios~iphone`, `ios~ipad`, …
  package static let all: [DeviceKind] = QualifierSystem.all.flatMap { system in
    system.runs.flatMap { platform in
      system.devices.isEmpty
        ? [DeviceKind(platform: platform, device: nil)]
        : system.devices.map { DeviceKind(platform: platform, device: $0) }
    }
  }

  /// Parses `PLATFORM~DEVICE`; returns nil if there is no such kind. The device is optional if the platform has at most one, the platform
  /// if the device determines it; the platform may be spelled as in keys (`iphoneos`).
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

  private var keyName: String? { platform == .catalyst ? nil : QualifierSystem.system(for: platform)?.name }

  package var description: String { platform.rawValue + (device.map { "~" + $0 } ?? "") }
}

extension Bundle {
  /// The kinds of device that run the bundle, by its platform and, on iOS, UIDeviceFamily; empty if its platform is unknown.
  package var deviceKinds: [DeviceKind] {
    let all = DeviceKind.all.filter { $0.platform == platform }
    guard platform == .ios, let node = info.value(of: info.root, forKey: "UIDeviceFamily"),
      info.kind(of: node) == .array
    else { return all }
    let families = Set(
      (0..<info.count(of: node)).compactMap { position -> String? in
        guard let element = info.element(of: node, at: position) else { return nil }
        if case .signed(let number)? = info.integer(of: element) { return String(number) }
        return info.string(of: element)
      })
    // iPads run an app for iPhones as an iPhone would.
    switch families {
    case ["1"]: return all.filter { $0.device != "ipad" }
    case ["2"]: return all.filter { $0.device == "ipad" }
    default: return all
    }
  }
}
