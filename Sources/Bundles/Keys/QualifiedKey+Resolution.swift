package import PropertyLists

extension QualifiedKey {
  package struct Variant: Hashable, Sendable {
    package let key: String
    package let parts: QualifiedKey
    package let node: PropertyList.Node
  }

  package struct Resolution: Hashable, Sendable {
    package let platform: Bundle.Platform
    package let device: String?
    /// The key, as written, that provides the value; nil if the device finds no value.
    package let key: String?
    package let node: PropertyList.Node?
  }

  /// The qualified forms of `base` in `info`, in file order, without the unqualified key. `CFBundleExecutable` and `CFBundleIdentifier` are
  /// included: the platform drops their qualified forms, and a policy can report that.
  package static func variants(of base: String, in info: PropertyList) -> [Variant] {
    all(in: info).filter { $0.parts.base.hasSameBytes(as: base) }
  }

  package static func all(in info: PropertyList) -> [Variant] {
    guard info.kind(of: info.root) == .dictionary else { return [] }
    return (0..<info.count(of: info.root)).compactMap { position in
      // Most keys are not qualified; skip them without parsing.
      guard info.keyUTF8(of: info.root, at: position).contains(where: { $0 == 0x2D || $0 == 0x7E }) else { return nil }
      let key = info.key(of: info.root, at: position)
      let parts = split(key)
      guard parts.isQualified, let node = info.element(of: info.root, at: position) else { return nil }
      return Variant(key: key, parts: parts, node: node)
    }
  }

  /// Returns the value that `platform` on `device` reads for `key`, and the key as written that provides it.
  ///
  /// `K-platform~device` precedes `K~device`, then `K-platform`, then `K` (`_CopySortedOverridesForBaseKey`). Returns nil if there is no
  /// value. A qualified key that this system recognizes cannot be read even by its full name; one that it does not recognize is an ordinary
  /// key. A device name that the platform does not know is ignored.
  package static func resolve(
    _ info: PropertyList, _ key: String, platform: Bundle.Platform, device: String? = nil
  ) -> (key: String, node: PropertyList.Node)? {
    resolve(info, info.root, key, platform: platform, device: device)
  }

  private static func resolve(
    _ info: PropertyList, _ dictionary: PropertyList.Node, _ key: String, platform: Bundle.Platform, device: String?
  ) -> (key: String, node: PropertyList.Node)? {
    func literal(_ key: String) -> (key: String, node: PropertyList.Node)? {
      info.value(of: dictionary, forKey: key).map { (key, $0) }
    }
    guard let system = QualifierSystem.system(for: platform) else { return literal(key) }
    if let parts = parts(of: key), system.recognizes(parts) { return nil }
    if fixedKeys.contains(key) { return literal(key) }
    var candidates: [String] = []
    if let device, system.devices.contains(device) {
      if let name = system.name { candidates.append("\(key)-\(name)~\(device)") }
      candidates.append("\(key)~\(device)")
    }
    if let name = system.name { candidates.append("\(key)-\(name)") }
    // Where the key is empty or contains `-`, the combined key parses differently: `A-B~ipad` is then an ordinary key.
    candidates.removeAll { candidate in !(parts(of: candidate)?.base.hasSameBytes(as: key) ?? false) }
    candidates.append(key)
    return candidates.lazy.compactMap(literal).first
  }

  package struct Effective: Hashable, Sendable {
    package let name: String
    package let key: String
    package let node: PropertyList.Node
  }

  /// Returns a dictionary as `platform` on `device` sees it, with qualified keys applied or dropped
  /// (`_CFBundleInfoPlistProcessInfoDictionary`), in file order. A nil `dictionary` means the root.
  package static func effective(
    _ list: PropertyList, _ dictionary: PropertyList.Node? = nil, platform: Bundle.Platform, device: String? = nil
  ) -> [Effective] {
    let dictionary = dictionary ?? list.root
    guard list.kind(of: dictionary) == .dictionary else { return [] }
    let system = QualifierSystem.system(for: platform)
    // By bytes: strings that differ in Unicode normalization are different keys.
    var seen: Set<[UInt8]> = []
    return (0..<list.count(of: dictionary)).compactMap { position in
      let key = list.key(of: dictionary, at: position)
      var name = key
      if let system, let parts = parts(of: key), system.recognizes(parts) {
        guard system.applies(parts, device: device), !fixedKeys.contains(parts.base) else { return nil }
        name = parts.base
      }
      guard seen.insert(Array(name.utf8)).inserted,
        let found = resolve(list, dictionary, name, platform: platform, device: device)
      else { return nil }
      return Effective(name: name, key: found.key, node: found.node)
    }
  }

  /// The value that every kind of device reads for `key`, with platforms in a fixed order. Catalyst is left out because it reads like
  /// macOS.
  package static func allResolutions(_ info: PropertyList, _ key: String) -> [Resolution] {
    QualifierSystem.all.flatMap { system -> [Resolution] in
      system.runs.filter { $0 != .catalyst }.flatMap { platform -> [Resolution] in
        let devices: [String?] = system.devices.isEmpty ? [nil] : system.devices
        return devices.map { device in
          let found = resolve(info, key, platform: platform, device: device)
          return Resolution(platform: platform, device: device, key: found?.key, node: found?.node)
        }
      }
    }
  }
}
