import Bundles
import LanguageSchema
import LuaRuntime

// Forms of text that bundles are full of.
extension HostLibrary {
  static let glob = HostLibrary(
    "glob", "Patterns of paths.",
    [
      HostFunction(
        "match(pattern: string, path: string): boolean",
        "`*` and `?` within a component, `**` across, `[a-z]`."
      ) { _, call, answer in
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
      }
    ])

  static let locale = HostLibrary(
    "locale", "Names of localizations.",
    [
      ofLocale("canonical(name: string): string?", "`English` and `en` are both `en`, `zh_CN` is `zh-CN`.") {
        .string($0.canonical)
      },
      ofLocale("language(name: string): string?", "The language of a localization.") { .string($0.language) },
      ofLocale("region(name: string): string?", "Its region; nil when it has none.") {
        $0.region.map(LuaValue.string) ?? .nil
      },
      ofLocale(
        "is_legacy(name: string): boolean?", "Whether it is an English name from before language codes: `French`."
      ) { .boolean($0.isLegacyName) },
    ])

  /// Fuel that one call of the host can be worth; whoever needs more is out of fuel. As much as a rule has by default.
  static let workLimit: UInt64 = 50_000_000

  /// A function of a localization's name; it answers nil for text far too long for one.
  private static func ofLocale(
    _ signature: String, _ summary: String, _ value: @escaping @Sendable (LanguageIdentifier) -> LuaValue
  ) -> HostFunction {
    let function = APIFunction(signature, summary).name
    return HostFunction(signature, summary) { _, call, answer in
      guard case .string(let name) = call[0] else { return answer.fail("locale.\(function) needs a string") }
      answer.charge(100 + UInt64(name.utf8.count))
      if name.utf8.count <= 255 { answer.set(value(LanguageIdentifier(name))) }
    }
  }
}
