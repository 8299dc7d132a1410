/// A checker's description of itself.
package struct CheckerDescription: Hashable, Sendable {
  /// The name that rules use.
  package let identifier: String
  package let version: String
  /// One sentence.
  package let summary: String
  /// The URL of its documentation.
  package let help: String?
  /// The options of a rule, in the checker's order.
  package let options: [Option]

  /// An option: an entry of a rule's `with`.
  package struct Option: Hashable, Sendable {
    /// The type of an option's value.
    package enum Kind: UInt32, Hashable, Sendable, CaseIterable {
      case boolean = 1
      case integer, number, text, texts

      /// The type in messages.
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

    package let name: String
    package let kind: Kind
    /// One sentence.
    package let summary: String
    /// The default value, for readers.
    package let defaultText: String?
    /// Whether every rule must have it.
    package let isRequired: Bool
    /// The smallest and largest number.
    package let bounds: ClosedRange<Double>?
    /// The only allowed texts; empty if every text is allowed.
    package let choices: [String]
  }
}
