public import Basics
package import PropertyLists

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

    package init(key: String, place: Place = Place(), value: StructuredValue) {
      (self.key, self.place, self.value) = (key, place, value)
    }
  }

  /// What it is.
  package let content: Content
  /// Where it starts; empty for one that no text has.
  package let place: Place

  package init(content: Content, place: Place = Place()) { (self.content, self.place) = (content, place) }

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

/// Why a text can't be read.
public typealias StructuredTextError = Diagnostic<StructuredTextCode>

/// What kind of trouble it is.
public enum StructuredTextCode: String, DiagnosticCode {
  /// It is not what its format, or its reader, asks for.
  case malformed = "text.malformed"
  /// Values are nested too deep.
  case tooDeep = "limit.depth"
  /// There are too many values.
  case tooMany = "limit.nodes"
}

extension StructuredTextError {
  /// Makes an error of what was found or expected, in one line.
  package init(_ message: String, at place: Place, hint: String? = nil) {
    self.init(.malformed, message, place: place, hint: hint)
  }

  /// Lists and mappings inside each other that a text may have.
  package static var maximumDepth: Int { 64 }

  static func tooDeep(_ place: Place) -> StructuredTextError {
    StructuredTextError(.tooDeep, "values are nested more than \(maximumDepth) levels deep", place: place)
  }

  static func repeated(_ key: String, _ place: Place, first: Place) -> StructuredTextError {
    StructuredTextError("'\(key)' is a duplicate; the first is at \(first)", at: place, hint: "remove one of the two")
  }
}

extension StructuredValue {
  /// The root of a property list with everything in it. Throws for what is nested too deep, and for what the platform would
  /// read as something else without a word, such as a key that stands twice.
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
