/// What is known about one top-level key of an Info.plist.
public struct KeyEntry: Sendable, Hashable {
  /// The key.
  public var name: String

  /// The type of its value.
  public var type: KeyType

  /// Whether the platform's documents call the key required where it applies.
  public var isRequired: Bool

  /// Whether the platform's documents recommend the key.
  public var isRecommended: Bool

  /// Whether `InfoPlist.strings` may hold the value in other languages.
  public var isLocalizable: Bool

  /// Whether variants such as `Key~ipad` take effect. Core Foundation never lets `CFBundleExecutable` and
  /// `CFBundleIdentifier` be overridden (`CFBundle_InfoPlist.c`).
  public var isQualifiable: Bool

  /// The platforms that read the key, in the order of ``KeyPlatform``.
  public var availability: [KeyAvailability]

  /// The key to use instead of a deprecated one.
  public var successor: String?

  /// The form of the value below its type; `nil` when the type says all there is.
  public var schema: KeySchema?

  /// What the key is for, in one line.
  public var summary: String

  /// The document these facts come from.
  public var source: String

  /// The platforms that read the key.
  public var platforms: [KeyPlatform] { availability.map(\.platform) }

  /// The platforms whose documents deprecate the key.
  public var deprecated: [KeyAvailability] { availability.filter(\.isDeprecated) }

  /// Whether every platform that reads the key deprecates it.
  public var isDeprecatedEverywhere: Bool { availability.allSatisfy(\.isDeprecated) }

  /// What is known about the key on one platform; `nil` when the platform doesn't read it.
  public func availability(on platform: KeyPlatform) -> KeyAvailability? {
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
