import Bundles
import LuaRuntime

// `glob` and `locale`: forms of text that bundles are full of.
extension HostFunction {
  static let textLibraries: [HostFunction] = [
    /// `glob.match(pattern, path)`.
    HostFunction(library: "glob", name: "match") { _, call, answer in
      guard case .string(let pattern) = call[0], case .string(let path) = call[1] else {
        return answer.fail("glob.match(pattern, path) needs two strings")
      }
      var fuel = UInt64(pattern.utf8.count) + UInt64(path.utf8.count / 16)
      guard fuel <= workLimit else { return answer.charge(.max) }
      guard let glob = Glob(pattern) else { return answer.fail("'\(pattern)' is not a pattern: a '[' has no ']'") }
      let isMatch = glob.matches(path, steps: &fuel, limit: workLimit)
      // What is not finished has no answer, and the fuel for it nobody has.
      if fuel > workLimit { return answer.charge(.max) }
      answer.charge(fuel)
      answer.set(isMatch)
    },
    /// `locale.canonical(name)`: `English` and `en` are both `en`, `zh_CN` is `zh-CN`.
    locale("canonical") { .string($0.canonical) },
    /// `locale.language(name)` and `locale.region(name)`: the parts of a localization's name; nil when there is none.
    locale("language") { .string($0.language) },
    locale("region") { $0.region.map(LuaValue.string) ?? .nil },
    /// `locale.is_legacy(name)`: an English name such as `French`, from before language codes.
    locale("is_legacy") { .boolean($0.isLegacyName) },
  ]

  /// Fuel that one call of the host can be worth; whoever needs more is out of fuel. As much as a rule has by default.
  static let workLimit: UInt64 = 50_000_000

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
}
