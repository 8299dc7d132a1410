/// A mistake in the qualifiers of a key.
///
/// Core Foundation splits off the last platform and the last device, and does not check the rest. The remaining key is then not one that any
/// system reads, or the qualifier has no effect.
package enum QualifierProblem: Hashable, Sendable {
  /// `K~ipad~iphone`: the base key contains `~`.
  case severalDevices
  /// `K-iphoneos-macos`
  case severalPlatforms
  /// `K~ipad-iphoneos`
  case deviceFirst
  /// `K~macos`
  case platformAsDevice(String)
  /// `K ~ipad`, `K~ ipad`
  case blank
  /// `K~`, `K--macos`
  case empty
  /// `~ipad`
  case noKey
  /// `K-macos~ipad`, `my-key~ipad`: no system has this platform and this device.
  case unknownCombination(platform: String, device: String)

  package var text: String {
    switch self {
    case .severalDevices: "only one device may follow a key, and no key contains '~'"
    case .severalPlatforms: "only one platform may follow a key"
    case .deviceFirst: "the platform comes before the device"
    case .platformAsDevice(let name): "\(name) is a platform, which follows '-'"
    case .blank: "there is a blank beside the qualifier"
    case .empty: "a qualifier is empty"
    case .noKey: "there is no key before the qualifier"
    case .unknownCombination(let platform, let device):
      "the system reads '-\(platform)~\(device)' as a platform and a device, and no system has both"
    }
  }
}

extension QualifiedKey {
  /// Returns a mistake in the qualifiers of a top-level key, or nil if they are well-formed or if there are none.
  ///
  /// A last part that no system knows as a platform or device belongs to the key: `my-key` and `K~iPad` are ordinary keys.
  package static func problem(of key: String) -> QualifierProblem? {
    guard key.utf8.contains(where: { $0 == 0x2D || $0 == 0x7E }) else { return nil }
    let parts = split(key)
    if parts.isQualified { return problem(ofBase: parts.base) }
    let bytes = Array(key.utf8)
    func text(_ range: some RangeExpression<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let minus = bytes.lastIndex(of: 0x2D)
    guard let tilde = bytes.lastIndex(of: 0x7E) else {
      guard let minus, platforms.contains(trimmed(text((minus + 1)...))) else { return nil }
      return minus == 0 ? .noKey : .blank
    }
    let device = text((tilde + 1)...)
    if device.isEmpty { return .empty }
    if let minus, minus > tilde {
      let isDevice = devices.contains(trimmed(text((tilde + 1)..<minus)))
      return isDevice && platforms.contains(trimmed(text((minus + 1)...))) ? .deviceFirst : nil
    }
    if platforms.contains(trimmed(device)) { return .platformAsDevice(trimmed(device)) }
    guard devices.contains(trimmed(device)) else { return nil }
    if tilde == 0 { return .noKey }
    if trimmed(device) != device { return .blank }
    // A key with a known device is unqualified only if the part before it looks like a platform.
    guard let minus else { return nil }
    let platform = text((minus + 1)..<tilde)
    if minus == 0 { return .noKey }
    if platform.isEmpty { return .empty }
    return trimmed(platform) != platform
      ? .blank : problem(ofBase: text(..<minus)) ?? .unknownCombination(platform: platform, device: device)
  }

  private static let platforms = Set(QualifierSystem.all.flatMap(\.platforms))
  private static let devices = Set(QualifierSystem.all.flatMap(\.devices))

  private static func problem(ofBase base: String) -> QualifierProblem? {
    if trimmed(base) != base { return .blank }
    if base.utf8.contains(0x7E) { return .severalDevices }
    guard let minus = base.utf8.lastIndex(of: 0x2D) else { return nil }
    let last = String(decoding: base.utf8[base.utf8.index(after: minus)...], as: UTF8.self)
    if last.isEmpty { return .empty }
    return platforms.contains(last) || devices.contains(last) ? .severalPlatforms : nil
  }

  private static func trimmed(_ text: String) -> String {
    func isBlank(_ scalar: Unicode.Scalar?) -> Bool {
      scalar.map { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint } ?? false
    }
    var scalars = Substring(text).unicodeScalars
    while isBlank(scalars.first) { scalars.removeFirst() }
    while isBlank(scalars.last) { scalars.removeLast() }
    return String(scalars)
  }
}
