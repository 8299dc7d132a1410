package import Basics

/// A value of a JSON, YAML or property list file, with its place.
package struct StructuredValue: Hashable, Sendable {
  /// What it is.
  package indirect enum Content: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// Finite.
    case number(Double)
    case string(String)
    case list([StructuredValue])
    /// In the order written; no key comes twice.
    case mapping([Entry])
    /// A value that only property lists have; the text says which: `a date`.
    case foreign(String)
  }

  /// A key and what stands under it.
  package struct Entry: Hashable, Sendable {
    /// As text, whatever the format takes it for.
    package let key: String
    /// Where the key stands.
    package let place: Place
    /// What stands under it.
    package let value: StructuredValue
  }

  /// What it is.
  package let content: Content
  /// Where it starts.
  package let place: Place

  /// For messages: `an integer`.
  package var phrase: String {
    switch content {
    case .null: "null"
    case .boolean: "true or false"
    case .integer: "an integer"
    case .number: "a number"
    case .string: "a string"
    case .list: "a list"
    case .mapping: "a mapping"
    case .foreign(let phrase): phrase
    }
  }

  /// The value under a key of a mapping.
  package subscript(key: String) -> StructuredValue? {
    if case .mapping(let entries) = content { entries.first { $0.key == key }?.value } else { nil }
  }

  /// The text, if it is a string.
  package var string: String? { if case .string(let text) = content { text } else { nil } }

  /// The elements, if it is a list.
  package var list: [StructuredValue]? { if case .list(let elements) = content { elements } else { nil } }
}
