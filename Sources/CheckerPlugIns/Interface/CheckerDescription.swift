/// What a checker says of itself.
package struct CheckerDescription: Hashable, Sendable {
  /// What rules call it.
  package let identifier: String
  /// The version of the checker.
  package let version: String
  /// One sentence.
  package let summary: String
  /// Where to read more.
  package let help: String?
  /// The options of a rule, in the checker's order.
  package let options: [Option]

  /// An option: an entry of a rule's `with`.
  package struct Option: Hashable, Sendable {
    /// What an option takes.
    package enum Kind: UInt32, Hashable, Sendable, CaseIterable {
      case boolean = 1
      case integer, number, text, texts

      /// As messages call it.
      package var phrase: String {
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
    package let name: String
    /// What it takes.
    package let kind: Kind
    /// One sentence.
    package let summary: String
    /// What holds where a rule says nothing, for people.
    package let defaultText: String?
    /// Whether every rule must give it.
    package let isRequired: Bool
    /// The smallest and largest number.
    package let bounds: ClosedRange<Double>?
    /// The only texts there are; empty when anything goes.
    package let choices: [String]
  }
}
