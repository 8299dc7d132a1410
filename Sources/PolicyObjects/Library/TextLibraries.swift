import Basics
import Bundles
import PolicySchema
import LuaRuntime

// Common forms of strings in bundles.
extension HostLibrary {
  static let glob = HostLibrary(
    "glob", "Path patterns.",
    [
      HostFunction(
        "match(pattern: string, path: string): boolean",
        "Returns whether a path matches a pattern: `*` and `?` match within a path component, `**` across components, `[a-z]` one of a set."
      ) { _, call, answer in
        guard case .string(let pattern) = call[0], case .string(let path) = call[1] else {
          return answer.fail("glob.match(pattern, path) needs two strings")
        }
        var fuel = UInt64(pattern.utf8.count) + UInt64(path.utf8.count / 16)
        guard fuel <= workLimit else { return answer.charge(.max) }
        guard let glob = Glob(pattern) else { return answer.fail("'\(pattern)' is not a pattern: a '[' has no ']'") }
        let isMatch = glob.matches(path, steps: &fuel, limit: workLimit)
        // An unfinished match has no answer, and no rule has the fuel for it.
        if fuel > workLimit { return answer.charge(.max) }
        answer.charge(fuel)
        answer.set(isMatch)
      }
    ])

  static let locale = HostLibrary(
    "locale", "Names of localizations.",
    [
      ofLocale(
        "canonical(name: string): string?",
        "Returns the canonical name of a localization: `en` for `English`, `zh-CN` for `zh_CN`."
      ) { .string($0.canonical) },
      ofLocale("language(name: string): string?", "Returns the language of a localization.") { .string($0.language) },
      ofLocale("region(name: string): string?", "Returns the region of a localization; nil if it has none.") {
        $0.region.map(LuaValue.string) ?? .nil
      },
      ofLocale(
        "is_legacy(name: string): boolean?", "Returns whether a localization has an old English name, such as `French`."
      ) { .boolean($0.isLegacyName) },
    ])

  /// The maximum fuel of one host call; a call that needs more is out of fuel. It equals a rule's default fuel.
  static let workLimit: UInt64 = 50_000_000

  /// A function of a localization's name; it answers nil for strings that are far too long for one.
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

extension HostLibrary {
  static let version = HostLibrary(
    "version", "Parsing and comparing versions.",
    [
      HostFunction(
        "parse(text: string, dialect?: Dialect): Version?",
        "Parses a version, with `<`, `==`, `.numbers` and `.stage`; nil if the string is not a version."
      ) { host, call, answer in
        guard case .string(let text) = call[0] else {
          return answer.fail("version.parse needs a string, found \(call[0].typeName)")
        }
        guard let dialect = dialect(call[1], "version.parse", answer) else { return }
        // The object exists as long as the evaluation, so the price includes its memory.
        answer.charge(100 + price(of: text))
        guard let version = Version(text, dialect: dialect) else { return }
        answer.set(host.objects.node(version: version))
      },
      HostFunction(
        "of(object: table|CodeBuild, key: string, dialect?: Dialect): Version?",
        """
        Parses the version that a key of a dictionary, or a field of a build of code, states; nil if it states none.
        """
      ) { host, call, answer in
        let usage = "version.of(object, key, dialect)"
        guard case .string(let key) = call[1] else { return answer.fail("\(usage): the key must be a string") }
        guard let dialect = dialect(call[2], "version.of", answer) else { return }
        let text: String?
        if case .node(let node) = call[0], let (document, container) = host.objects.value(node),
          document.list.kind(of: container) == .dictionary
        {
          if let unknown = host.objects.unknown(nil, of: container, in: document) {
            return host.refuse(unknown, answer)
          }
          host.reads?.key(key, of: container, in: document)
          text = document.list.value(of: container, forKey: key).flatMap { document.list.string(of: $0) }
        } else if case .node(let node) = call[0], node.kind == ObjectKind.machOBuild.rawValue {
          text = host.text(key, ofBuild: node, answer)
        } else {
          return answer.fail("\(usage) needs a dictionary or a build, found \(host.description(of: call[0]))")
        }
        guard let text else { return }
        answer.charge(100 + price(of: text))
        if let version = Version(text, dialect: dialect) { answer.set(host.objects.node(separateVersion: version)) }
      },
      HostFunction(
        "compare(a: string, b: string, dialect?: Dialect): -1|0|1",
        "Returns -1, 0 or 1; raises an error if one of the strings is not a version."
      ) { _, call, answer in
        guard let dialect = dialect(call[2], "version.compare", answer) else { return }
        var versions: [Version] = []
        for position in 0...1 {
          guard case .string(let text) = call[position] else {
            return answer.fail("version.compare needs two strings, found \(call[position].typeName)")
          }
          answer.charge(price(of: text))
          guard let version = Version(text, dialect: dialect) else {
            return answer.fail(
              "'\(shown(text))' is not a version (\(dialect.rawValue) dialect); use version.parse, which returns nil for such a string"
            )
          }
          versions.append(version)
        }
        answer.set(Int64((versions[0].compare(to: versions[1]) ?? 0).signum()))
      },
    ])

  /// The price of parsing a string: several units a byte, if there are many.
  private static func price(of text: String) -> UInt64 {
    let count = UInt64(min(text.utf8.count, Version.maximumLength))
    return count < 256 ? count : count * 8
  }

  private static func shown(_ text: String) -> String {
    text.utf8.count <= 200 ? text : String(decoding: text.utf8.prefix(200), as: UTF8.self) + "…"
  }

  private static func dialect(_ value: LuaValue, _ function: String, _ answer: LuaAnswer) -> VersionDialect? {
    switch value {
    case .nil: return .apple
    case .string(let name):
      if let dialect = VersionDialect(rawValue: name) { return dialect }
      answer.fail(
        "\(function): there is no dialect '\(name)'"
          + DeclarationError.suggestion(for: name, among: VersionDialect.allCases.map(\.rawValue)))
    case let other: answer.fail("\(function): the dialect must be a string, found \(other.typeName)")
    }
    return nil
  }
}
