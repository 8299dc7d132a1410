/// The form of a key's value: what its items, fields and texts must look like.
public struct KeySchema: Sendable, Hashable {
  /// The type of the value.
  public var type: KeyType

  /// The texts a string may hold; empty when any will do.
  public var values: [String] = []

  /// The form of each item of an array: empty when unknown, otherwise one element.
  private var itemBox: [KeySchema] = []

  /// The form of the fields a dictionary doesn't name: empty when unknown, otherwise one element.
  private var otherBox: [KeySchema] = []

  /// The fields a dictionary names, sorted by name.
  public var fields: [KeySchemaField] = []

  /// The form of each item, when the value is an array.
  public var items: KeySchema? {
    get { itemBox.first }
    set { itemBox = newValue.map { [$0] } ?? [] }
  }

  /// The form of the values under keys the schema doesn't name, for dictionaries whose keys are free, such as UUIDs.
  public var others: KeySchema? {
    get { otherBox.first }
    set { otherBox = newValue.map { [$0] } ?? [] }
  }

  /// A form that says no more than the type.
  public init(type: KeyType) {
    self.type = type
  }

  /// Reads the generated notation; `nil` when it is not well-formed.
  init?(notation: Substring) {
    var parser = KeySchemaParser(notation)
    guard let schema = parser.schema(), parser.isAtEnd else { return nil }
    self = schema
  }

  /// The named field, if a dictionary of this form has one.
  public func field(_ name: String) -> KeySchemaField? {
    fields.first { $0.name == name }
  }
}

/// One named field of a dictionary inside an Info.plist value.
public struct KeySchemaField: Sendable, Hashable {
  /// The field's key.
  public var name: String

  /// Whether the documents call it required.
  public var isRequired: Bool

  /// Whether the documents recommend it.
  public var isRecommended: Bool

  /// Whether its text is translated through `InfoPlist.strings`.
  public var isLocalizable: Bool

  /// The platforms that read it; empty when they are those of the key around it.
  public var availability: [KeyAvailability]

  /// The key to use instead of a deprecated one.
  public var successor: String?

  /// The form of the value.
  public var schema: KeySchema

  /// What the field is for, in one line; empty when its name says it.
  public var summary: String
}
