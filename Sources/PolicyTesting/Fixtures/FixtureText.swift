import Basics
import LuaSyntax
import PolicyEngine
import LuaRuntime
import PropertyLists

package enum FixtureText {
  /// The description as a table, or a list of tables for several bundles. `kind` and `platform` are the defaults, which are omitted; nil
  /// omits the fields in any case.
  package static func table(_ fixture: Fixture, kind: Fixture.Kind?, platform: Fixture.Platform) -> String {
    if !fixture.others.isEmpty { return braces(fixture.members.map { table($0, kind: kind, platform: platform) }) }
    var fields: [String] = []
    func add(_ name: String, _ text: String) { if text != "{}" { fields.append("\(name) = \(text)") } }
    if let kind, fixture.kind != kind { add("kind", LuaText.quoted(fixture.kind.rawValue)) }
    if fixture.platform != platform { add("platform", LuaText.quoted(fixture.platform.rawValue)) }
    if let name = fixture.name { add("name", LuaText.quoted(name)) }
    add("info", entries(fixture.info))
    let keys = fixture.without.map(LuaText.quoted)
    add("without", keys.count == 1 ? keys[0] : braces(keys))
    add("files", braces(fixture.files.map { "\(key($0.path)) = \(file($0, of: fixture))" }))
    let languages = fixture.localizations.map { language, tables in
      "\(key(language)) = " + braces(tables.map { "\(key($0.name)) = \(entries($0.strings))" })
    }
    add("localizations", braces(languages))
    if let entitlements = fixture.entitlements { fields.append("entitlements = \(entries(entitlements))") }
    if let signing = fixture.signing { add("signed", signing.text) }
    let nested = fixture.bundles.map { bundle in
      "\(key(bundle.path)) = " + table(bundle.fixture, kind: .framework, platform: fixture.platform)
    }
    add("bundles", braces(nested))
    if let delivery = fixture.delivery {
      let files = braces(delivery.files.map { "\(key($0.path)) = \(file($0.file))" })
      add("delivery", braces(["kind = \(LuaText.quoted(delivery.kind.rawValue))", "files = \(files)"]))
    }
    if let isShipped = fixture.isShipped { add("shipped", "\(isShipped)") }
    if let history = fixture.history {
      let builds = history.map { table($0.fixture, kind: fixture.kind, platform: fixture.platform) }
      fields.append("history = \(braces(builds))")
    }
    return braces(fields + conditions(fixture))
  }

  package static func conditions(_ fixture: Fixture) -> [String] {
    let parameters = fixture.conditions.parameters.sorted(byBytesOf: \.key)
    return (fixture.conditions.asOf.map { ["as_of = \(LuaText.quoted($0.text))"] } ?? [])
      + (parameters.isEmpty ? [] : ["params = \(entries(parameters.map { ($0.key, $0.value) }))"])
  }

  /// The description as a call: `fixture.application { … }`; a list of calls for several bundles.
  package static func call(_ fixture: Fixture) -> String {
    if !fixture.others.isEmpty { return braces(fixture.members.map(call)) }
    var fixture = fixture
    fixture.conditions = TestConditions()
    return "fixture.\(fixture.kind.rawValue) " + table(fixture, kind: nil, platform: .macos)
  }

  private static func file(_ entry: (path: String, file: Fixture.File), of fixture: Fixture) -> String {
    let names = fixture.attributes.filter { $0.path == entry.path }.flatMap(\.names)
    let text = file(entry.file)
    if names.isEmpty { return text }
    let list = "attributes = " + braces(names.map { LuaText.quoted($0) })
    return text.hasPrefix("{") ? "\(text.dropLast(2)), \(list) }" : "{ text = \(text), \(list) }"
  }

  private static func file(_ file: Fixture.File) -> String {
    switch file {
    case .text(let text, 0o644): LuaText.quoted(text)
    case .text(let text, let mode): braces(["text = \(LuaText.quoted(text))"] + self.mode(mode))
    case .bytes(let bytes, let mode): braces(["base64 = \"\(Base64.encode(bytes))\""] + self.mode(mode))
    case .zeros(let count, let mode): braces(["size = \(count)"] + self.mode(mode))
    case .absent: "false"
    case .link(let target): "{ link = \(LuaText.quoted(target)) }"
    case .directory(let mode):
      braces(["directory = true"] + (mode == 0o755 ? [] : ["mode = \"0\(String(mode, radix: 8))\""]))
    case .special: "{ special = true }"
    }
  }

  private static func mode(_ mode: UInt16) -> [String] {
    switch mode {
    case 0o644: []
    case 0o755: ["executable = true"]
    default: ["mode = \"0\(String(mode, radix: 8))\""]
    }
  }

  static func entries(_ entries: [(key: String, value: LuaValue)]) -> String {
    braces(entries.map { "\(key($0.key)) = \(text($0.value))" })
  }

  static func text(_ value: LuaValue) -> String {
    switch value {
    case .nil: "nil"
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .string(let text): LuaText.quoted(text)
    case .table(let table):
      if let list = table.list {
        braces(list.map(text))
      } else {
        braces(table.entries.map { "\($0.key.string.map(key) ?? "[\(text($0.key))]") = \(text($0.value))" })
      }
    case .node, .function, .opaque: value.typeName
    }
  }

  static func braces(_ parts: [String]) -> String {
    parts.isEmpty ? "{}" : "{ " + parts.joined(separator: ", ") + " }"
  }

  static func key(_ key: String) -> String { LuaParser.isName(key) ? key : "[\(LuaText.quoted(key))]" }
}
