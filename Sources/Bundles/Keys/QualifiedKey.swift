/// A top-level key of an information property list taken apart: `base[-platform][~device]`.
package struct QualifiedKey: Hashable, Sendable {
  /// The key whose value it gives; the whole key when it isn't qualified.
  package let base: String
  /// `macos`, `iphoneos`, …; nil when not qualified by platform.
  package let platform: String?
  /// `iphone`, `ipad`, …; nil when not qualified by device.
  package let device: String?

  /// True when a platform or a device is named.
  package var isQualified: Bool { platform != nil || device != nil }

  /// Keys that no qualified key overrides (`_isBlacklistedKey`); qualified forms of them are dropped.
  package static let fixedKeys: [String] = ["CFBundleExecutable", "CFBundleIdentifier"]

  /// Takes `key` apart. It is qualified when at least one system of the table would read it so, and then by exactly one
  /// of that system's names; otherwise it is its own base.
  ///
  /// Core Foundation splits at the last `-` and the last `~`, wants the `-` before the `~`, no part empty, and the
  /// letter case exact (`_isPlatformAndProductKey`).
  package static func split(_ key: String, table: QualifierTable = .current) -> QualifiedKey {
    if let parts = parts(of: key), table.systems.contains(where: { $0.names(parts) }) { return parts }
    return QualifiedKey(base: key, platform: nil, device: nil)
  }

  /// The system that takes `key` for qualified but never applies it, and so drops it: `K-macosx` on macOS.
  ///
  /// The system looks whether the qualifier *begins* with one of its names, and then whether it *is* its name. Nil for
  /// keys that apply somewhere and for keys that are ordinary everywhere.
  package static func droppingSystem(of key: String, table: QualifierTable = .current) -> String? {
    guard let parts = parts(of: key), !table.systems.contains(where: { $0.names(parts) }) else { return nil }
    return table.systems.first { $0.recognises(parts) }?.name
  }

  /// The parts by form alone, whatever the names; nil when the form is not that of a qualified key.
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

extension QualifierTable.System {
  /// The qualifiers are names this system knows.
  func names(_ key: QualifiedKey) -> Bool {
    (key.platform.map { platforms.contains($0) } ?? true) && (key.device.map { devices.contains($0) } ?? true)
  }

  /// The qualifiers are this system's own and the device's.
  func applies(_ key: QualifiedKey, device: String?) -> Bool {
    (key.platform.map { $0 == name } ?? true)
      && (key.device.map { $0 == device && devices.contains($0) } ?? true)
  }

  /// The system takes the key for qualified: it compares only as far as its own name reaches.
  func recognises(_ key: QualifiedKey) -> Bool {
    func begins(_ text: String, _ names: [String]) -> Bool { names.contains { text.utf8.starts(with: $0.utf8) } }
    return (key.platform.map { begins($0, platforms) } ?? true) && (key.device.map { begins($0, devices) } ?? true)
  }
}
