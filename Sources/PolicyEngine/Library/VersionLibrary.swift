import LuaRuntime
import Versions

extension HostLibrary {
  static let version = HostLibrary(
    "version", "Reading and ordering versions.",
    [
      HostFunction(
        "parse(text: string, dialect?: Dialect): Version?",
        "A version with `<`, `==`, `.numbers`, `.stage`; nil if the text is none."
      ) { host, call, answer in
        guard case .string(let text) = call[0] else {
          return answer.fail("version.parse needs a string, found \(call[0].typeName)")
        }
        guard let dialect = dialect(call[1], "version.parse", answer) else { return }
        // The object lives as long as the evaluation, so it costs what keeping it does.
        answer.charge(100 + price(of: text))
        guard let version = Version(text, dialect: dialect) else { return }
        answer.set(host.objects.node(version: version))
      },
      HostFunction(
        "compare(a: string, b: string, dialect?: Dialect): -1|0|1",
        "-1, 0 or 1; an error when one of the texts is no version."
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
              "'\(shown(text))' is not a version of dialect \(dialect.rawValue); try version.parse first")
          }
          versions.append(version)
        }
        answer.set(Int64((versions[0].compare(to: versions[1]) ?? 0).signum()))
      },
    ])

  /// What taking a text apart costs: several units a byte, where there are many.
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
