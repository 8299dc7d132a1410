/// A name for a set of words.
public struct APIAlias: Sendable {
  /// A capitalized name.
  public let name: String
  /// One sentence.
  public let summary: String
  /// The words, in the order that suits a reader.
  public let words: [String]
  /// Whether other texts are possible.
  public var isOpen = false

  init(_ name: String, _ summary: String, isOpen: Bool = false, _ words: [String]) {
    self.name = name
    self.summary = summary
    self.isOpen = isOpen
    self.words = words
  }
}
