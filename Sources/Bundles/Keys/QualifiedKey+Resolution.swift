package import PropertyLists

extension QualifiedKey {
  /// A qualified key of a property list and its value.
  package struct Variant: Hashable, Sendable {
    /// The key as written.
    package let key: String
    /// The key taken apart.
    package let parts: QualifiedKey
    /// Its value.
    package let node: PropertyList.Node
  }

  /// What one kind of device reads for a key.
  package struct Resolution: Hashable, Sendable {
    /// The platform.
    package let platform: Bundle.Platform
    /// The device; nil on platforms whose devices have no names.
    package let device: String?
    /// The key as written whose value is read; nil when the device gets nothing.
    package let key: String?
    /// That value.
    package let node: PropertyList.Node?
  }

  /// The qualified keys of `info` that stand for `base`, in the order of the file; the unqualified one is not among
  /// them. `CFBundleExecutable` and `CFBundleIdentifier` have variants too: the platform drops them, a policy reports it.
  package static func variants(
    of base: String, in info: PropertyList, table: QualifierTable = .current
  ) -> [Variant] {
    all(in: info, table: table).filter { $0.parts.base.hasSameBytes(as: base) }
  }

  /// Every qualified key of `info`, in the order of the file.
  package static func all(in info: PropertyList, table: QualifierTable = .current) -> [Variant] {
    guard info.kind(of: info.root) == .dictionary else { return [] }
    return (0..<info.count(of: info.root)).compactMap { position in
      // Most keys are not qualified, and need not be taken apart to see that.
      guard info.keyUTF8(of: info.root, at: position).contains(where: { $0 == 0x2D || $0 == 0x7E }) else { return nil }
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
  package static func resolve(
    _ info: PropertyList, _ key: String, platform: Bundle.Platform, device: String? = nil,
    table: QualifierTable = .current
  ) -> (key: String, node: PropertyList.Node)? {
    resolve(info, info.root, key, platform: platform, device: device, table: table)
  }

  private static func resolve(
    _ info: PropertyList, _ dictionary: PropertyList.Node, _ key: String, platform: Bundle.Platform, device: String?,
    table: QualifierTable
  ) -> (key: String, node: PropertyList.Node)? {
    func literal(_ key: String) -> (key: String, node: PropertyList.Node)? {
      info.value(of: dictionary, forKey: key).map { (key, $0) }
    }
    guard let system = table.system(for: platform) else { return literal(key) }
    if let parts = parts(of: key), system.recognises(parts) { return nil }
    if fixedKeys.contains(key) { return literal(key) }
    var candidates: [String] = []
    if let device, system.devices.contains(device) {
      if let name = system.name { candidates.append("\(key)-\(name)~\(device)") }
      candidates.append("\(key)~\(device)")
    }
    if let name = system.name { candidates.append("\(key)-\(name)") }
    // What was put together is taken apart otherwise where the key is empty or has a `-` of its own: `A-B~ipad` stands for itself.
    candidates.removeAll { candidate in !(parts(of: candidate)?.base.hasSameBytes(as: key) ?? false) }
    candidates.append(key)
    return candidates.lazy.compactMap(literal).first
  }

  /// One entry of a dictionary as a device sees it.
  package struct Effective: Hashable, Sendable {
    /// The key it reads.
    package let name: String
    /// The key as written that gives the value.
    package let key: String
    /// The value.
    package let node: PropertyList.Node
  }

  /// A dictionary as `platform` on `device` sees it: qualified keys applied or dropped
  /// (`_CFBundleInfoPlistProcessInfoDictionary`), in the order of the file. `dictionary` nil means the root.
  package static func effective(
    _ list: PropertyList, _ dictionary: PropertyList.Node? = nil, platform: Bundle.Platform, device: String? = nil,
    table: QualifierTable = .current
  ) -> [Effective] {
    let dictionary = dictionary ?? list.root
    guard list.kind(of: dictionary) == .dictionary else { return [] }
    let system = table.system(for: platform)
    // By bytes: strings that differ in Unicode normalization are two keys.
    var seen: Set<[UInt8]> = []
    return (0..<list.count(of: dictionary)).compactMap { position in
      let key = list.key(of: dictionary, at: position)
      var name = key
      if let system, let parts = parts(of: key), system.recognises(parts) {
        guard system.applies(parts, device: device), !fixedKeys.contains(parts.base) else { return nil }
        name = parts.base
      }
      guard seen.insert(Array(name.utf8)).inserted,
        let found = resolve(list, dictionary, name, platform: platform, device: device, table: table)
      else { return nil }
      return Effective(name: name, key: found.key, node: found.node)
    }
  }

  /// What every kind of device finds under `key`; platforms in a fixed order, Catalyst left out because it reads as
  /// macOS.
  package static func allResolutions(
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
}
