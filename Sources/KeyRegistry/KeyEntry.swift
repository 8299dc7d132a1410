package struct KeyEntry: Sendable, Hashable {
  package var name: String

  package var type: KeyType

  package var isRequired: Bool

  package var isRecommended: Bool

  /// Whether `InfoPlist.strings` may contain the value in other languages.
  package var isLocalizable: Bool

  /// Whether variants such as `Key~ipad` are effective. Core Foundation does not allow overriding `CFBundleExecutable` and
  /// `CFBundleIdentifier` (`CFBundle_InfoPlist.c`).
  package var isQualifiable: Bool

  /// The platforms that read the key, in the order of ``KeyPlatform``.
  package var availability: [KeyAvailability]

  package var successor: String?

  /// The form of the value; nil if the type describes it completely.
  package var schema: KeySchema?

  package var summary: String

  package var source: String

  package var platforms: [KeyPlatform] { availability.map(\.platform) }

  package var deprecated: [KeyAvailability] { availability.filter(\.isDeprecated) }

  package var isDeprecatedEverywhere: Bool { availability.allSatisfy(\.isDeprecated) }

  /// Parses a generated record. Fails if it is not well-formed, which the tests rule out for the shipped table.
  init?(record: Substring, sources: (Int) -> String?) {
    let fields = record.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map(Substring.init)
    guard fields.count == 9, let type = KeyType(rawValue: String(fields[1])), let number = Int(fields[6]),
      let source = sources(number)
    else { return nil }
    name = String(fields[0])
    self.type = type
    let flags = fields[2].utf8
    isRequired = flags.contains(UInt8(ascii: "R"))
    isRecommended = flags.contains(UInt8(ascii: "C"))
    isLocalizable = flags.contains(UInt8(ascii: "L"))
    isQualifiable = !flags.contains(UInt8(ascii: "F"))
    availability = KeyAvailability.list(fields[3], deprecated: fields[4])
    successor = fields[5].isEmpty ? nil : String(fields[5])
    if fields[7].isEmpty {
      schema = nil
    } else {
      guard let parsed = KeySchema(notation: fields[7]) else { return nil }
      schema = parsed
    }
    summary = String(fields[8])
    self.source = source
  }
}

/// The location of a field in the value of a key: `/CFBundleDocumentTypes/*/CFBundleTypeRole`.
package struct KeyPlace: Sendable, Hashable {
  /// The components of the path, starting with the top-level key; `*` is any position or any name.
  package var path: [String]

  package var key: KeyEntry

  package var field: KeySchemaField

  /// The path as a pattern for `plist.find`.
  package var pattern: String { path.map { "/" + $0 }.joined() }

  func isReached(by parts: [Substring]) -> Bool {
    parts.count == path.count && zip(path, parts).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

extension KeyEntry {
  /// The fields in the key's value, each before the fields in it, sorted by name.
  package var places: [KeyPlace] {
    guard let schema else { return [] }
    return places(in: schema, at: [name])
  }

  private func places(in schema: KeySchema, at path: [String]) -> [KeyPlace] {
    var found = schema.fields.flatMap { field in
      let inner = path + [field.name]
      return [KeyPlace(path: inner, key: self, field: field)] + places(in: field.schema, at: inner)
    }
    for free in [schema.items, schema.others] { if let free { found += places(in: free, at: path + ["*"]) } }
    return found
  }
}

extension KeyRegistry {
  /// The places that a field's name, or a JSON Pointer such as `/CFBundleDocumentTypes/0/CFBundleTypeRole`, may refer to; sorted by
  /// top-level key. Names that are ordinary words, such as `version`, need the pointer. O(all keys).
  package static func places(named name: String) -> [KeyPlace] {
    let isPointer = name.hasPrefix("/")
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard isPointer || name.unicodeScalars.contains(where: \.properties.isUppercase) else { return [] }
    let keys = isPointer ? parts.first.map { [String($0)] } ?? [] : allKeys
    return keys.compactMap(entry).flatMap(\.places).filter {
      isPointer ? $0.isReached(by: Array(parts)) : $0.field.name == name
    }
  }
}

package enum KeyPlatform: String, Sendable, Hashable, CaseIterable {
  case macos, ios, tvos, watchos, visionos, catalyst

  package var displayName: String {
    switch self {
    case .macos: "macOS"
    case .ios: "iOS"
    case .tvos: "tvOS"
    case .watchos: "watchOS"
    case .visionos: "visionOS"
    case .catalyst: "Mac Catalyst"
    }
  }
}

package struct KeyAvailability: Sendable, Hashable {
  package var platform: KeyPlatform

  /// The first version that reads the key, such as `10.5`; nil if not documented.
  package var introduced: String?

  package var isDeprecated = false

  /// The version that deprecated the key; nil if it is not deprecated, or if the version is not documented.
  package var deprecated: String?

  /// Parses the generated notation: `macos 10.0,ios` with the deprecations `macos 10.5`.
  static func list(_ platforms: Substring, deprecated: Substring) -> [KeyAvailability] {
    let ends = versions(deprecated)
    return versions(platforms).map { platform, version in
      let end = ends.first { $0.0 == platform }
      return KeyAvailability(platform: platform, introduced: version, isDeprecated: end != nil, deprecated: end?.1)
    }
  }

  private static func versions(_ text: Substring) -> [(KeyPlatform, String?)] {
    text.utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
      let words = part.split(separator: UInt8(ascii: " "))
      guard let name = words.first, let platform = KeyPlatform(rawValue: String(Substring(name))) else { return nil }
      return (platform, words.count > 1 ? String(Substring(words[1])) : nil)
    }
  }
}
