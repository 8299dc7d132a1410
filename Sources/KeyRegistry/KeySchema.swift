package struct KeySchema: Sendable, Hashable {
  package var type: KeyType

  /// The allowed strings; empty if any string is allowed.
  package var values: [String] = []

  /// The form of each item of an array: empty if unknown, otherwise one element.
  private var itemBox: [KeySchema] = []

  /// The form of a dictionary's unnamed fields: empty if unknown, otherwise one element.
  private var otherBox: [KeySchema] = []

  package var fields: [KeySchemaField] = []

  package var items: KeySchema? {
    get { itemBox.first }
    set { itemBox = newValue.map { [$0] } ?? [] }
  }

  /// The form of the values of unnamed fields, for dictionaries with arbitrary keys, such as UUIDs.
  package var others: KeySchema? {
    get { otherBox.first }
    set { otherBox = newValue.map { [$0] } ?? [] }
  }

  package init(type: KeyType) { self.type = type }

  package init?(notation: Substring) {
    var parser = KeySchemaParser(notation)
    guard let schema = parser.schema(), parser.isAtEnd else { return nil }
    self = schema
  }

  /// All fields at any depth: also the fields of items and of unnamed fields.
  var allFields: [KeySchemaField] {
    fields.flatMap { [$0] + $0.schema.allFields } + (itemBox + otherBox).flatMap(\.allFields)
  }

  package func field(_ name: String) -> KeySchemaField? { fields.first { $0.name == name } }
}

package struct KeySchemaField: Sendable, Hashable {
  package var name: String

  package var isRequired: Bool

  package var isRecommended: Bool

  package var isLocalizable: Bool

  /// The platforms that read it; empty if they are the platforms of the containing key.
  package var availability: [KeyAvailability]

  package var successor: String?

  package var schema: KeySchema

  /// The purpose of the field, in one line; empty if its name says it.
  package var summary: String
}

package enum KeyType: String, Sendable, Hashable, CaseIterable {
  case string
  case boolean
  case integer
  case real
  case number
  case date
  case data
  case array
  case dictionary
  case stringOrArray = "string_or_array"
  case dictionaryOrArray = "dictionary_or_array"
  /// The type depends on something else, or is not documented.
  case any

  /// Whether a value of the given kind has this type.
  ///
  /// An integer is a `real` as well: the platform reads both as number objects.
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

  /// The type for messages, to follow "expected": `a string`, `an array or a dictionary`.
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

package enum KeyValueKind: Sendable, Hashable, CaseIterable {
  case string, boolean, integer, real, date, data, array, dictionary
}

/// Parses the notation in which `TableGenerator` writes schemas:
///
///     schema = type [ "(" value { "," value } ")" ] [ "[" schema "]" ] [ "{" field { ";" field } "}" ] [ "<" schema ">" ]
///     field  = name { "!" | "+" | "~" } [ "@" platforms ] [ "^" deprecations ] [ ">" successor ] ":" schema [ '"' summary '"' ]
struct KeySchemaParser {
  private var rest: Substring.UTF8View

  init(_ notation: Substring) { rest = notation.utf8 }

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
    // A field may be deprecated on the platforms of the containing key without listing them again.
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
