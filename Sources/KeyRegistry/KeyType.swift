/// The type a key's value must have in a property list.
package enum KeyType: String, Sendable, Hashable, CaseIterable {
  /// Text.
  case string
  /// `true` or `false`.
  case boolean
  /// A whole number.
  case integer
  /// A floating-point number.
  case real
  /// A whole or a floating-point number.
  case number
  /// A date.
  case date
  /// Bytes.
  case data
  /// An array.
  case array
  /// A dictionary.
  case dictionary
  /// Text, or an array of it.
  case stringOrArray = "string_or_array"
  /// A dictionary, or an array.
  case dictionaryOrArray = "dictionary_or_array"
  /// A value of a type that depends on something else, or isn't documented.
  case any

  /// Whether a value of the given kind has this type.
  ///
  /// A whole number is a `real` as well: the platform reads both through the same number object.
  package func accepts(_ kind: KeyValueKind) -> Bool {
    switch self {
    case .string: kind == .string
    case .boolean: kind == .boolean
    case .integer: kind == .integer
    case .real, .number: kind == .integer || kind == .real
    case .date: kind == .date
    case .data: kind == .data
    case .array: kind == .array
    case .dictionary: kind == .dictionary
    case .stringOrArray: kind == .string || kind == .array
    case .dictionaryOrArray: kind == .dictionary || kind == .array
    case .any: true
    }
  }

  /// The type in words, to follow "expected": `a string`, `an array or a dictionary`.
  package var phrase: String {
    switch self {
    case .string: "a string"
    case .boolean: "a Boolean"
    case .integer: "an integer"
    case .real, .number: "a number"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .stringOrArray: "a string or an array"
    case .dictionaryOrArray: "a dictionary or an array"
    case .any: "any value"
    }
  }
}

/// The kind of a value found in a property list, without the value.
package enum KeyValueKind: Sendable, Hashable, CaseIterable {
  case string, boolean, integer, real, date, data, array, dictionary
}
