public import Basics
package import PropertyLists

package struct StructuredValue: Hashable, Sendable {
  package indirect enum Content: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// Finite.
    case number(Double)
    case string(String)
    case list([StructuredValue])
    /// In the order of the file, without duplicate keys.
    case mapping([Entry])
    /// A value that only property lists have; the string names its type: `a date`.
    case foreign(String)
  }

  package struct Entry: Hashable, Sendable {
    /// The key as a string, even if the format allows other types.
    package let key: String
    package let place: Place
    package let value: StructuredValue

    package init(key: String, place: Place = Place(), value: StructuredValue) {
      (self.key, self.place, self.value) = (key, place, value)
    }
  }

  package let content: Content
  /// The place of its start; empty for a value without source text.
  package let place: Place

  package init(content: Content, place: Place = Place()) { (self.content, self.place) = (content, place) }

  /// The type for messages: `an integer`.
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

  package subscript(key: String) -> StructuredValue? {
    if case .mapping(let entries) = content { entries.first { $0.key == key }?.value } else { nil }
  }

  package var string: String? { if case .string(let text) = content { text } else { nil } }

  package var integer: Int64? { if case .integer(let number) = content { number } else { nil } }

  package var list: [StructuredValue]? { if case .list(let elements) = content { elements } else { nil } }

  package var entries: [Entry]? { if case .mapping(let entries) = content { entries } else { nil } }
}

/// An error in JSON or YAML.
public typealias StructuredTextError = Diagnostic<StructuredTextCode>

/// The type of an error.
public enum StructuredTextCode: String, DiagnosticCode {
  /// The text is not valid in its format, or not what the reader expects.
  case malformed = "text.malformed"
  /// Values are nested too deeply.
  case tooDeep = "limit.depth"
  /// There are too many values.
  case tooMany = "limit.nodes"
}

extension StructuredTextError {
  package init(_ message: String, at place: Place, hint: String? = nil) {
    self.init(.malformed, message, place: place, hint: hint)
  }

  package static var maximumDepth: Int { 64 }

  static func tooDeep(_ place: Place) -> StructuredTextError {
    StructuredTextError(.tooDeep, "values are nested more than \(maximumDepth) levels deep", place: place)
  }

  static func repeated(_ key: String, _ place: Place, first: Place) -> StructuredTextError {
    StructuredTextError("'\(key)' is a duplicate; the first is at \(first)", at: place, hint: "remove one of the two")
  }
}

extension StructuredValue {
  /// Converts a property list. Throws if it is nested too deeply, and if the platform would silently read a different value, such as for a
  /// duplicate key.
  package init(_ list: PropertyList) throws(StructuredTextError) {
    if let silent = list.diagnostics.first(where: { $0.code != .leadingBlanks }) {
      throw StructuredTextError(silent.message, at: silent.place)
    }
    try self.init(list, list.root, depth: 1)
  }

  private init(_ list: PropertyList, _ node: PropertyList.Node, depth: Int) throws(StructuredTextError) {
    place = list.place(of: node)
    if depth > StructuredTextError.maximumDepth { throw .tooDeep(place) }
    switch list.kind(of: node) {
    case .dictionary:
      var entries: [Entry] = []
      for position in 0..<list.count(of: node) {
        guard let child = list.element(of: node, at: position) else { continue }
        entries.append(
          Entry(
            key: list.key(of: node, at: position), place: list.keyPlace(of: node, at: position),
            value: try StructuredValue(list, child, depth: depth + 1)))
      }
      content = .mapping(entries)
    case .array:
      var elements: [StructuredValue] = []
      for position in 0..<list.count(of: node) {
        guard let child = list.element(of: node, at: position) else { continue }
        elements.append(try StructuredValue(list, child, depth: depth + 1))
      }
      content = .list(elements)
    case .string: content = .string(list.string(of: node) ?? "")
    case .integer:
      guard case .signed(let value)? = list.integer(of: node) else {
        throw StructuredTextError("the integer does not fit into 64 bits", at: place)
      }
      content = .integer(value)
    case .real:
      guard let value = list.real(of: node), value.isFinite else {
        throw StructuredTextError("the number is not finite", at: place)
      }
      content = .number(value)
    case .boolean: content = .boolean(list.boolean(of: node) ?? false)
    case .date: content = .foreign("a date")
    case .data: content = .foreign("data")
    case .uid: content = .foreign("a UID")
    case .set: content = .foreign("a set")
    case .null: content = .null
    }
  }
}
