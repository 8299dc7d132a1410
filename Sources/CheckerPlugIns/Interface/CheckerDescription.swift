package struct CheckerDescription: Hashable, Sendable {
  package let identifier: String
  package let version: String
  package let summary: String
  /// The URL of its documentation.
  package let help: String?
  package let options: [Option]

  /// An option: an entry of a rule's `with`.
  package struct Option: Hashable, Sendable {
    package enum Kind: UInt32, Hashable, Sendable, CaseIterable {
      case boolean = 1
      case integer, number, text, texts

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
    package let summary: String
    package let defaultText: String?
    package let isRequired: Bool
    package let bounds: ClosedRange<Double>?
    /// The only allowed texts; empty if every text is allowed.
    package let choices: [String]
  }
}
