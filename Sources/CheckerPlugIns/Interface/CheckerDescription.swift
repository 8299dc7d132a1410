/// What a checker says of itself.
public struct CheckerDescription: Hashable, Sendable {
  /// What rules call it.
  public let identifier: String
  /// The version of the checker.
  public let version: String
  /// One sentence.
  public let summary: String
  /// Where to read more.
  public let help: String?
  /// The options of a rule, in the checker's order.
  public let options: [Option]

  /// An option: an entry of a rule's `with`.
  public struct Option: Hashable, Sendable {
    /// What an option takes.
    public enum Kind: UInt32, Hashable, Sendable, CaseIterable {
      case boolean = 1
      case integer, number, text, texts

      /// As messages call it.
      public var phrase: String {
        switch self {
        case .boolean: "true or false"
        case .integer: "an integer"
        case .number: "a number"
        case .text: "a string"
        case .texts: "a list of strings"
        }
      }
    }

    /// Its name.
    public let name: String
    /// What it takes.
    public let kind: Kind
    /// One sentence.
    public let summary: String
    /// What holds where a rule says nothing, for people.
    public let defaultText: String?
    /// Whether every rule must give it.
    public let isRequired: Bool
    /// The smallest and largest number.
    public let bounds: ClosedRange<Double>?
    /// The only texts there are; empty when anything goes.
    public let choices: [String]
  }
}
