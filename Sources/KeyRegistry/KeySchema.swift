/// The form of a key's value: what its items, fields and texts must look like.
package struct KeySchema: Sendable, Hashable {
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
  package func field(_ name: String) -> KeySchemaField? { fields.first { $0.name == name } }
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

  package var schema: KeySchema

  /// What the field is for, in one line; empty when its name says it.
  package var summary: String
}

/// The type a key's value must have in a property list.
package enum KeyType: String, Sendable, Hashable, CaseIterable {
  case string
  case boolean
  case integer
  /// A floating-point number.
  case real
  /// A whole or a floating-point number.
  case number
  case date
  /// Bytes.
  case data
  case array
  case dictionary
  case stringOrArray = "string_or_array"
  case dictionaryOrArray = "dictionary_or_array"
  /// A value of a type that depends on something else, or isn't documented.
  case any

  /// Whether a value of the given kind has this type.
  ///
  /// A whole number is a `real` as well: the platform reads both through the same number object.
  package func accepts(_ kind: KeyValueKind) -> Bool {
    switch self {
    case .string: kind == .string
    case .boolean: kind == .boolean
    case .integer: kind == .integer
    case .real, .number: kind == .integer || kind == .real
    case .date: kind == .date
    case .data: kind == .data
    case .array: kind == .array
    case .dictionary: kind == .dictionary
    case .stringOrArray: kind == .string || kind == .array
    case .dictionaryOrArray: kind == .dictionary || kind == .array
    case .any: true
    }
  }

  /// The type in words, to follow "expected": `a string`, `an array or a dictionary`.
  package var phrase: String {
    switch self {
    case .string: "a string"
    case .boolean: "a Boolean"
    case .integer: "an integer"
    case .real, .number: "a number"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .stringOrArray: "a string or an array"
    case .dictionaryOrArray: "a dictionary or an array"
    case .any: "any value"
    }
  }
}

/// The kind of a value found in a property list, without the value.
package enum KeyValueKind: Sendable, Hashable, CaseIterable {
  case string, boolean, integer, real, date, data, array, dictionary
}

/// Reads the notation in which `TableGenerator` writes schemas:
///
///     schema = type [ "(" value { "," value } ")" ] [ "[" schema "]" ] [ "{" field { ";" field } "}" ] [ "<" schema ">" ]
///     field  = name { "!" | "+" | "~" } [ "@" platforms ] [ "^" deprecations ] [ ">" successor ] ":" schema [ '"' summary '"' ]
struct KeySchemaParser {
  private var rest: Substring.UTF8View

  init(_ notation: Substring) {
    rest = notation.utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func schema() -> KeySchema? {
    let name = word { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_") }
    guard let type = KeyType(rawValue: String(name)) else { return nil }
    var schema = KeySchema(type: type)
    if skip("(") {
      schema.values = word(until: [")"]).utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
      guard skip(")") else { return nil }
    }
    if skip("[") {
      guard let items = self.schema(), skip("]") else { return nil }
      schema.items = items
    }
    if skip("{") {
      repeat {
        guard let field = field() else { return nil }
        schema.fields.append(field)
      } while skip(";")
      guard skip("}") else { return nil }
    }
    if skip("<") {
      guard let others = self.schema(), skip(">") else { return nil }
      schema.others = others
    }
    return schema
  }

  private mutating func field() -> KeySchemaField? {
    let name = word(until: ["!", "+", "~", "@", "^", ">", ":"])
    let isRequired = skip("!")
    let isRecommended = skip("+")
    let isLocalizable = skip("~")
    let platforms = skip("@") ? word(until: ["^", ">", ":"]) : ""
    let deprecated = skip("^") ? word(until: [">", ":"]) : ""
    let successor = skip(">") ? String(word(until: [":"])) : nil
    guard !name.isEmpty, skip(":"), let schema = schema() else { return nil }
    var summary = ""
    if skip("\"") {
      summary = String(word(until: ["\""]))
      guard skip("\"") else { return nil }
    }
    // A field may be deprecated on the platforms of the key around it without naming them again.
    let places = platforms.isEmpty ? deprecated : platforms
    var availability = KeyAvailability.list(places, deprecated: deprecated)
    if platforms.isEmpty { for index in availability.indices { availability[index].introduced = nil } }
    return KeySchemaField(
      name: String(name), isRequired: isRequired, isRecommended: isRecommended, isLocalizable: isLocalizable,
      availability: availability, successor: successor, schema: schema, summary: summary)
  }

  private mutating func word(until stops: [Unicode.Scalar]) -> Substring {
    word { byte in !stops.contains { $0.value == UInt32(byte) } }
  }

  private mutating func word(while accepts: (UInt8) -> Bool) -> Substring {
    let word = rest.prefix(while: accepts)
    rest = rest[word.endIndex...]
    return Substring(word)
  }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == mark.value else { return false }
    rest.removeFirst()
    return true
  }
}
