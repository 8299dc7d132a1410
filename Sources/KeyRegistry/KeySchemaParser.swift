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
      schema.values = word(until: [")"]).split(separator: ",").map(String.init)
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
    if platforms.isEmpty {
      for index in availability.indices { availability[index].introduced = nil }
    }
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
