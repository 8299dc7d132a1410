/// A field of an object, or of a table that policies write.
public struct APIField: Sendable {
  /// Its name.
  public let name: String
  /// Whether it may be nil, or be left out.
  public let isOptional: Bool
  /// As language servers write types; a capital starts the name of a class or an alias of the table.
  public let type: String
  /// One sentence.
  public let summary: String

  /// A name that ends in `?` is that of an optional field.
  init(_ name: String, _ type: String, _ summary: String) {
    isOptional = name.hasSuffix("?")
    self.name = isOptional ? String(name.dropLast()) : name
    self.type = type
    self.summary = summary
  }
}
