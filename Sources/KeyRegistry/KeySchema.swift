/// The form of a key's value: what its items, fields and texts must look like.
package struct KeySchema: Sendable, Hashable {
  /// The type of the value.
  package var type: KeyType

  /// The texts a string may hold; empty when any will do.
  package var values: [String] = []

  /// The form of each item of an array: empty when unknown, otherwise one element.
  private var itemBox: [KeySchema] = []

  /// The form of the fields a dictionary doesn't name: empty when unknown, otherwise one element.
  private var otherBox: [KeySchema] = []

  /// The fields a dictionary names, sorted by name.
  package var fields: [KeySchemaField] = []

  /// The form of each item, when the value is an array.
  package var items: KeySchema? {
    get { itemBox.first }
    set { itemBox = newValue.map { [$0] } ?? [] }
  }

  /// The form of the values under keys the schema doesn't name, for dictionaries whose keys are free, such as UUIDs.
  package var others: KeySchema? {
    get { otherBox.first }
    set { otherBox = newValue.map { [$0] } ?? [] }
  }

  /// A form that says no more than the type.
  package init(type: KeyType) {
    self.type = type
  }

  /// Reads the generated notation; `nil` when it is not well-formed.
  init?(notation: Substring) {
    var parser = KeySchemaParser(notation)
    guard let schema = parser.schema(), parser.isAtEnd else { return nil }
    self = schema
  }

  /// The named field, if a dictionary of this form has one.
  package func field(_ name: String) -> KeySchemaField? {
    fields.first { $0.name == name }
  }
}

/// One named field of a dictionary inside an Info.plist value.
package struct KeySchemaField: Sendable, Hashable {
  /// The field's key.
  package var name: String

  /// Whether the documents call it required.
  package var isRequired: Bool

  /// Whether the documents recommend it.
  package var isRecommended: Bool

  /// Whether its text is translated through `InfoPlist.strings`.
  package var isLocalizable: Bool

  /// The platforms that read it; empty when they are those of the key around it.
  package var availability: [KeyAvailability]

  /// The key to use instead of a deprecated one.
  package var successor: String?

  /// The form of the value.
  package var schema: KeySchema

  /// What the field is for, in one line; empty when its name says it.
  package var summary: String
}
