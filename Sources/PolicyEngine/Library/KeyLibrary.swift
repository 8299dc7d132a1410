import Bundles
import KeyRegistry
import LuaRuntime

// `keys`: what the platform says of the keys of an information property list.
extension HostFunction {
  /// The functions of `keys` by name; the other names in it are keys.
  package static let keyFunctions: [(name: String, function: ObjectFunction)] = [
    ("apple_prefix", .applePrefix), ("is_custom", .isCustom), ("nearest", .nearestKey), ("parents", .parentsOfKey),
    ("split", .splitKey),
  ]

  /// `keys.nearest(name)`: the platform's key that another name is most likely a misspelling of; nil when none is close.
  static let nearestKey = keyFunction("nearest", price: 20_000) { name, answer in
    if let nearest = KeyRegistry.nearest(to: name) { answer.set(nearest) }
  }

  /// `keys.parents(name)`: the keys whose values have a field of this name, for one that stands a level too high.
  static let parentsOfKey = keyFunction("parents", price: 20_000) { name, answer in
    answer.set(.list(KeyRegistry.parents(ofNested: name).map { .string($0) }))
  }

  /// `keys.apple_prefix(name)`: the prefix of Apple's that the name starts with, as in `NSFoo`; nil when there is none.
  static let applePrefix = keyFunction("apple_prefix", price: 100) { name, answer in
    if let prefix = KeyRegistry.applePrefix(of: name) { answer.set(prefix) }
  }

  /// `keys.split(name)`: `{ base, platform, device }` of a qualified key; of another its name as `base` alone.
  static let splitKey = keyFunction("split", price: 20) { name, answer in
    let parts = QualifiedKey.split(name)
    var fields: [(String, LuaValue)] = [("base", .string(parts.base))]
    if let platform = parts.platform { fields.append(("platform", .string(platform))) }
    if let device = parts.device { fields.append(("device", .string(device))) }
    answer.set(.record(fields))
  }

  private static func keyFunction(
    _ name: String, price: UInt64, _ body: @escaping @Sendable (String, LuaAnswer) -> Void
  ) -> HostFunction {
    HostFunction { _, call, answer in
      guard case .string(let key) = call[0] else { return answer.fail("keys.\(name) needs the name of a key") }
      answer.charge(price + UInt64(key.utf8.count))
      guard key.utf8.count <= HostFunction.workLimit else { return }
      body(key, answer)
    }
  }
}

extension KeyEntry {
  /// Versions by platform: `{ ios = "13.0", macos = true }`, true where the documents name none; nil when there are none.
  static func versions(_ places: [(KeyPlatform, String?)]) -> LuaValue {
    places.isEmpty
      ? .nil : .record(places.map { ($0.0.rawValue, $0.1.map { .string($0) } ?? .boolean(true)) })
  }
}

extension KeySchema {
  /// `{ type, values, items, others, fields }`, as far as the registry tells.
  var luaValue: LuaValue { .record(luaFields) }

  fileprivate var luaFields: [(String, LuaValue)] {
    var result: [(String, LuaValue)] = [("type", .string(type.rawValue))]
    if !values.isEmpty { result.append(("values", .list(values.map { .string($0) }))) }
    if let items { result.append(("items", items.luaValue)) }
    if let others { result.append(("others", others.luaValue)) }
    if !fields.isEmpty { result.append(("fields", .record(fields.map { ($0.name, $0.luaValue) }))) }
    return result
  }
}

extension KeySchemaField {
  /// The form of the value with what is known of the field beside it.
  var luaValue: LuaValue {
    var result = schema.luaFields
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
