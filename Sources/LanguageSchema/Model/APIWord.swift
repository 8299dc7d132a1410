/// A word that declares something: `rule "id" { … }`.
package struct APIWord: Sendable {
  /// The word.
  package let name: String
  /// What the text after the word is.
  package let subject: String
  /// The class of the table.
  package let table: String
  /// The type of the whole; nil for none.
  package var result: String?
  /// Whether only files of tests may use it.
  package var isForTests = false
  /// One sentence.
  package let summary: String

  package init(
    _ name: String, _ subject: String, table: String, result: String? = nil, isForTests: Bool = false, _ summary: String
  ) {
    self.name = name
    self.subject = subject
    self.table = table
    self.result = result
    self.isForTests = isForTests
    self.summary = summary
  }
}
