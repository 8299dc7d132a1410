/// What is known about one top-level key of an Info.plist.
package struct KeyEntry: Sendable, Hashable {
  /// The key.
  package var name: String

  /// The type of its value.
  package var type: KeyType

  /// Whether the platform's documents call the key required where it applies.
  package var isRequired: Bool

  /// Whether the platform's documents recommend the key.
  package var isRecommended: Bool

  /// Whether `InfoPlist.strings` may hold the value in other languages.
  package var isLocalizable: Bool

  /// Whether variants such as `Key~ipad` take effect. Core Foundation never lets `CFBundleExecutable` and
  /// `CFBundleIdentifier` be overridden (`CFBundle_InfoPlist.c`).
  package var isQualifiable: Bool

  /// The platforms that read the key, in the order of ``KeyPlatform``.
  package var availability: [KeyAvailability]

  /// The key to use instead of a deprecated one.
  package var successor: String?

  /// The form of the value below its type; `nil` when the type says all there is.
  package var schema: KeySchema?

  /// What the key is for, in one line.
  package var summary: String

  /// The document these facts come from.
  package var source: String

  /// The platforms that read the key.
  package var platforms: [KeyPlatform] { availability.map(\.platform) }

  /// The platforms whose documents deprecate the key.
  package var deprecated: [KeyAvailability] { availability.filter(\.isDeprecated) }

  /// Whether every platform that reads the key deprecates it.
  package var isDeprecatedEverywhere: Bool { availability.allSatisfy(\.isDeprecated) }

  /// What is known about the key on one platform; `nil` when the platform doesn't read it.
  package func availability(on platform: KeyPlatform) -> KeyAvailability? {
    availability.first { $0.platform == platform }
  }

  /// Reads one generated record. `nil` when it is not well-formed, which the tests rule out for the shipped table.
  init?(record: Substring, sources: (Int) -> String?) {
    let fields = record.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map(Substring.init)
    guard fields.count == 9, let type = KeyType(rawValue: String(fields[1])), let number = Int(fields[6]),
      let source = sources(number)
    else { return nil }
    name = String(fields[0])
    self.type = type
    isRequired = fields[2].contains("R")
    isRecommended = fields[2].contains("C")
    isLocalizable = fields[2].contains("L")
    isQualifiable = !fields[2].contains("F")
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
