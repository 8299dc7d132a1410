import Bundles
import KeyRegistry
import PolicySchema
import LuaRuntime

extension HostLibrary {
  static let keys = HostLibrary(
    "keys", "The keys of Info.plist that the platform defines.",
    index: ("Key", "CFBundleVersion", "The platform's definition of a key, or nil if it does not define the key."),
    [
      HostFunction(
        "is_custom(name: string): boolean", "Returns whether a key is custom, that is, not defined by the platform."
      ) { _, call, answer in
        guard case .string(let name) = call[0] else { return answer.fail("keys.is_custom needs the name of a key") }
        answer.charge(UInt64(name.utf8.count) / 2)
        // `UIMainStoryboardFile~ipad` belongs to the platform like `UIMainStoryboardFile`.
        answer.set(!KeyRegistry.contains(name) && !KeyRegistry.contains(QualifiedKey.split(name).base))
      },
      ofKey(
        "nearest(name: string): string?",
        """
        Returns the platform's key that the name most likely misspells, the name itself if it is such a key, or nil if \
        none is similar.
        """, price: 100
      ) { name, answer in
        var steps: UInt64 = 0
        let nearest = KeyRegistry.nearest(to: name, steps: &steps)
        answer.charge(steps)
        if let nearest { answer.set(nearest) }
      },
      ofKey(
        "parents(name: string): string[]", "Returns the keys whose values have a field with this name.", price: 200
      ) { name, answer in answer.set(.list(KeyRegistry.parents(ofNested: name).map { .string($0) })) },
      ofKey(
        "apple_prefix(name: string): string?",
        "Returns the Apple prefix that the name starts with, such as `NS`, or nil.", price: 100
      ) { name, answer in if let prefix = KeyRegistry.applePrefix(of: name) { answer.set(prefix) } },
      ofKey(
        "split(name: string): KeyParts",
        "Splits a qualified key into `{ base, platform, device, problem }`; any other name is all `base`.", price: 40
      ) { name, answer in answer.set(parts.record(of: (QualifiedKey.split(name), QualifiedKey.problem(of: name)))) },
      ofKey(
        "library(name: string): string?",
        "Returns the name of the library that is known to read a custom key, such as `Sparkle` for `SUFeedURL`, or nil.",
        price: 500
      ) { name, answer in
        if let library = LibraryKeys.library(reading: QualifiedKey.split(name).base) { answer.set(library) }
      },
    ] + departures)

  private static func ofKey(
    _ signature: String, _ summary: String, price: UInt64, _ body: @escaping @Sendable (String, LuaAnswer) -> Void
  ) -> HostFunction {
    let function = APIFunction(signature, summary).name
    return HostFunction(signature, summary) { _, call, answer in
      guard case .string(let key) = call[0] else { return answer.fail("keys.\(function) needs the name of a key") }
      answer.charge(price + UInt64(key.utf8.count))
      guard key.utf8.count <= workLimit else { return }
      body(key, answer)
    }
  }

  static let parts = ObjectSchema<(parts: QualifiedKey, problem: QualifierProblem?)>(
    record: "KeyParts", "The parts of a qualified key.",
    [
      .text("base", "The key without qualifiers.") { $0.parts.base },
      .text("platform?", "The platform it names.") { $0.parts.platform },
      .text("device?", "The device it names.") { $0.parts.device },
      .text("problem?", "What is wrong with its qualifiers; nil if they are well-formed.") { $0.problem?.text },
    ])
}

extension PolicyHost {
  func readKeys(_ key: LuaKey, _ answer: LuaAnswer) {
    guard case .string(let bytes) = key else { return }
    if let function = HostFunction.number(of: bytes, in: .keys) { return answer.set(function: function) }
    if KeyRegistry.contains(bytes) { answer.set(objects.node(key: String(decoding: bytes, as: UTF8.self))) }
  }

}

extension KeyEntry {
  static let luaSchema = ObjectSchema<KeyEntry>(
    "Key", "a key", "The platform's definition of an Info.plist key.",
    [
      .text("name", "The key.") { $0.name },
      .text("type", "The type of its value.") { $0.type.rawValue },
      .boolean("required", "Whether it is required where it applies.") { $0.isRequired },
      .boolean("recommended", "Whether it is recommended.") { $0.isRecommended },
      .boolean("localizable", "Whether `InfoPlist.strings` can localize it.") { $0.isLocalizable },
      .text("summary", "What the key is for.") { $0.summary },
      .text("source", "The URL of its documentation.") { $0.source },
      .text("successor?", "The key to use instead.") { $0.successor },
      .texts("platforms", as: "Platform[]", "The platforms that read it.") { $0.platforms.map(\.rawValue) },
      .boolean("qualifiable", "Whether it may be qualified with a platform or device.") { $0.isQualifiable },
      .value(
        "introduced?", "table<Platform, string|true>",
        "The version that introduced it, by platform; `true` if no version is documented."
      ) { versions($0.availability.map { ($0.platform, $0.introduced) }) },
      .value(
        "deprecated?", "table<Platform, string|true>",
        "The version that deprecated it, by platform; `true` if no version is documented."
      ) { versions($0.deprecated.map { ($0.platform, $0.deprecated) }) },
      .answer("schema?", "KeySchema", "The schema of the value; nil if `type` says everything.") { _, entry, answer in
        guard let schema = entry.schema else { return }
        answer.charge(1000)
        answer.set(KeySchema.luaSchema.record(of: schema))
      },
    ])

  /// Versions by platform: `{ ios = "13.0", macos = true }`, true if the documents name none; nil if there are no platforms.
  fileprivate static func versions(_ places: [(KeyPlatform, String?)]) -> LuaValue {
    places.isEmpty
      ? .nil : .record(places.map { ($0.0.rawValue, $0.1.map { .string($0) } ?? .boolean(true)) })
  }
}

extension KeySchema {
  static let luaSchema = ObjectSchema<KeySchema>(
    record: "KeySchema", "The schema of a value.",
    [
      .text("type", "The type.") { $0.type.rawValue },
      .value("values?", "string[]", "The allowed strings.") {
        $0.values.isEmpty ? .nil : .list($0.values.map { .string($0) })
      },
      .value("items?", "KeySchema", "The schema of an array's elements.") { record($0.items) },
      .value("fields?", "table<string, KeySchema>", "The schemas of a dictionary's fields, by name.") {
        $0.fields.isEmpty ? .nil : .record($0.fields.map { ($0.name, $0.luaValue) })
      },
      .value("others?", "KeySchema", "The schema of fields that `fields` does not name.") { record($0.others) },
    ])

  private static func record(_ schema: KeySchema?) -> LuaValue { schema.map { luaSchema.record(of: $0) } ?? .nil }
}

extension KeySchemaField {
  fileprivate var luaValue: LuaValue {
    var result = KeySchema.luaSchema.entries(of: schema)
    result += [
      ("required", .boolean(isRequired)), ("recommended", .boolean(isRecommended)),
      ("localizable", .boolean(isLocalizable)), ("summary", .string(summary)),
    ]
    if let successor { result.append(("successor", .string(successor))) }
    let places = KeyEntry.versions(availability.map { ($0.platform, $0.introduced) })
    if places != .nil { result.append(("introduced", places)) }
    let ends = KeyEntry.versions(availability.filter(\.isDeprecated).map { ($0.platform, $0.deprecated) })
    if ends != .nil { result.append(("deprecated", ends)) }
    return .record(result)
  }
}
