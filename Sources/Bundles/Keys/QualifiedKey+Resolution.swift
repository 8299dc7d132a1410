public import PropertyLists

extension QualifiedKey {
  /// A qualified key of a property list and its value.
  public struct Variant: Hashable, Sendable {
    /// The key as written.
    public let key: String
    /// The key taken apart.
    public let parts: QualifiedKey
    /// Its value.
    public let node: PropertyList.Node
  }

  /// What one kind of device reads for a key.
  public struct Resolution: Hashable, Sendable {
    /// The platform.
    public let platform: Bundle.Platform
    /// The device; nil on platforms whose devices have no names.
    public let device: String?
    /// The key as written whose value is read; nil when the device gets nothing.
    public let key: String?
    /// That value.
    public let node: PropertyList.Node?
  }

  /// The qualified keys of `info` that stand for `base`, in the order of the file; the unqualified one is not among
  /// them. `CFBundleExecutable` and `CFBundleIdentifier` have variants too: the platform drops them, a policy reports it.
  public static func variants(
    of base: String, in info: PropertyList, table: QualifierTable = .current
  ) -> [Variant] {
    all(in: info, table: table).filter { $0.parts.base.hasSameBytes(as: base) }
  }

  /// Every qualified key of `info`, in the order of the file.
  public static func all(in info: PropertyList, table: QualifierTable = .current) -> [Variant] {
    guard info.kind(of: info.root) == .dictionary else { return [] }
    return (0..<info.count(of: info.root)).compactMap { position in
      let key = info.key(of: info.root, at: position)
      let parts = split(key, table: table)
      guard parts.isQualified, let node = info.element(of: info.root, at: position) else { return nil }
      return Variant(key: key, parts: parts, node: node)
    }
  }

  /// What `platform` on `device` finds under `key`: the key as written that gives the value, and the value.
  ///
  /// `K-platform~device` wins over `K~device`, that over `K-platform`, that over `K`
  /// (`_CopySortedOverridesForBaseKey`). Nil when nothing is left: a qualified key that this system takes for its own
  /// kind is gone even when asked for by its full name, one it doesn't is an ordinary key. A device name the platform
  /// doesn't know counts as none.
  public static func resolve(
    _ info: PropertyList, _ key: String, platform: Bundle.Platform, device: String? = nil,
    table: QualifierTable = .current
  ) -> (key: String, node: PropertyList.Node)? {
    guard let system = table.system(for: platform) else { return literal(info, key) }
    if let parts = parts(of: key), system.recognises(parts) { return nil }
    if fixedKeys.contains(key) { return literal(info, key) }
    var candidates: [String] = []
    if let device, system.devices.contains(device) {
      if let name = system.name { candidates.append("\(key)-\(name)~\(device)") }
      candidates.append("\(key)~\(device)")
    }
    if let name = system.name { candidates.append("\(key)-\(name)") }
    candidates.append(key)
    return candidates.lazy.compactMap { literal(info, $0) }.first
  }

  /// What every kind of device finds under `key`; platforms in a fixed order, Catalyst left out because it reads as
  /// macOS.
  public static func allResolutions(
    _ info: PropertyList, _ key: String, table: QualifierTable = .current
  ) -> [Resolution] {
    table.systems.flatMap { system -> [Resolution] in
      system.runs.filter { $0 != .catalyst }.flatMap { platform -> [Resolution] in
        // The Mac of CF-1153 recognises the phone's device names and is none of them.
        let devices: [String?] = platform == .macos || system.devices.isEmpty ? [nil] : system.devices
        return devices.map { device in
          let found = resolve(info, key, platform: platform, device: device, table: table)
          return Resolution(platform: platform, device: device, key: found?.key, node: found?.node)
        }
      }
    }
  }

  private static func literal(_ info: PropertyList, _ key: String) -> (key: String, node: PropertyList.Node)? {
    info.value(of: info.root, forKey: key).map { (key, $0) }
  }
}
