/// A field of an object, or of a table that policies write.
package struct APIField: Sendable {
  /// Its name.
  package let name: String
  /// Whether it may be nil, or be left out.
  package let isOptional: Bool
  /// As language servers write types; a capital starts the name of a class or an alias of the language.
  package let type: String
  /// One sentence.
  package let summary: String

  /// A name that ends in `?` is that of an optional field.
  package init(_ name: String, _ type: String, _ summary: String) {
    isOptional = name.utf8.last == UInt8(ascii: "?")
    self.name = isOptional ? String(name.dropLast()) : name
    self.type = type
    self.summary = summary
  }
}
