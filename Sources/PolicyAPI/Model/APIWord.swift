/// A word that declares something: `rule "id" { … }`.
public struct APIWord: Sendable {
  /// The word.
  public let name: String
  /// What the text after the word is.
  public let subject: String
  /// The class of the table.
  public let table: String
  /// The type of the whole; nil for none.
  public var result: String?
  /// Whether only files of tests may use it.
  public var isForTests = false
  /// One sentence.
  public let summary: String
}
