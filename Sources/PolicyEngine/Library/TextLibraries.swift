import Bundles
import LuaRuntime

// `glob`, `uuid` and `locale`: forms of text that bundles are full of.
extension HostFunction {
  static let textLibraries: [HostFunction] = [
    /// `glob.match(pattern, path)`.
    HostFunction(library: "glob", name: "match") { _, call, answer in
      guard case .string(let pattern) = call[0], case .string(let path) = call[1] else {
        return answer.fail("glob.match(pattern, path) needs two strings")
      }
      guard let glob = Glob(pattern) else { return answer.fail("'\(pattern)' is not a pattern: a '[' has no ']'") }
      var fuel = UInt64(pattern.utf8.count)
      answer.set(glob.matches(path, steps: &fuel))
      answer.charge(fuel)
    },
    /// `uuid.is_valid(text)`: 8-4-4-4-12 hexadecimal digits (RFC 9562).
    HostFunction(library: "uuid", name: "is_valid") { _, call, answer in
      guard case .string(let text) = call[0] else { return answer.set(false) }
      answer.set(canonicalUUID(text) != nil)
    },
    /// `uuid.canonical(text)`: the upper-case form, or nil.
    HostFunction(library: "uuid", name: "canonical") { _, call, answer in
      guard case .string(let text) = call[0], let canonical = canonicalUUID(text) else { return }
      answer.set(canonical)
    },
    /// `locale.canonical(name)`: `English` and `en` are both `en`, `zh_CN` is `zh-CN`.
    locale("canonical") { .string($0.canonical) },
    /// `locale.language(name)` and `locale.region(name)`: the parts of a localization's name; nil when there is none.
    locale("language") { .string($0.language) },
    locale("region") { $0.region.map(LuaValue.string) ?? .nil },
    /// `locale.is_legacy(name)`: an English name such as `French`, from before language codes.
    locale("is_legacy") { .boolean($0.isLegacyName) },
  ]

  /// A function of a localization's name; it answers nil for text far too long for one.
  private static func locale(
    _ function: String, _ value: @escaping @Sendable (LanguageIdentifier) -> LuaValue
  ) -> HostFunction {
    HostFunction(library: "locale", name: function) { _, call, answer in
      guard case .string(let name) = call[0] else { return answer.fail("locale.\(function) needs a string") }
      answer.charge(100 + UInt64(name.utf8.count))
      if name.utf8.count <= 255 { answer.set(value(LanguageIdentifier(name))) }
    }
  }

  private static func canonicalUUID(_ text: String) -> String? {
    guard text.utf8.count == 36 else { return nil }
    let bytes = Array(text.utf8)
    for (position, byte) in bytes.enumerated() {
      switch position {
      case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return nil }
      default:
        let isHex = (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
        if !isHex { return nil }
      }
    }
    return text.uppercased()
  }
}
