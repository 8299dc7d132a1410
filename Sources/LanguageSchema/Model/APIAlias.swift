/// A name for a set of words.
package struct APIAlias: Sendable {
  /// A capitalized name.
  package let name: String
  /// One sentence.
  package let summary: String
  /// The words, in the order that suits a reader.
  package let words: [String]
  /// Whether other texts are possible.
  package let isOpen: Bool

  package init(_ name: String, _ summary: String, isOpen: Bool = false, _ words: [String]) {
    self.name = name
    self.summary = summary
    self.isOpen = isOpen
    self.words = words
  }
}
