public import Basics

/// A value of a JSON, YAML or property list file, with its place.
public struct StructuredValue: Hashable, Sendable {
  /// What it is.
  public indirect enum Content: Hashable, Sendable {
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
  public struct Entry: Hashable, Sendable {
    /// As text, whatever the format takes it for.
    public let key: String
    /// Where the key stands.
    public let place: Place
    /// What stands under it.
    public let value: StructuredValue
  }

  /// What it is.
  public let content: Content
  /// Where it starts.
  public let place: Place

  /// For messages: `an integer`.
  public var phrase: String {
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
  public subscript(key: String) -> StructuredValue? {
    if case .mapping(let entries) = content { entries.first { $0.key == key }?.value } else { nil }
  }

  /// The text, if it is a string.
  public var string: String? { if case .string(let text) = content { text } else { nil } }

  /// The elements, if it is a list.
  public var list: [StructuredValue]? { if case .list(let elements) = content { elements } else { nil } }
}
