import Basics
package import KeyRegistry
import Bundles
package import LuaRuntime
package import PropertyLists

package struct KeyDeparture {
  package enum Kind: String, Sendable {
    case type
    case value
    case missingField = "missing_field"
    case unknownField = "unknown_field"
  }

  package let kind: Kind
  package let under: String
  package let container: PropertyList.Node
  package let key: LuaValue
  package var expected: KeyType?
  package var allowed: [String] = []
}

/// Compares an information property list with the registry of keys, from the outside in. Does not search values of the wrong type.
package struct KeyDepartureSearch {
  let list: PropertyList
  package private(set) var found: [KeyDeparture] = []
  package private(set) var steps = 0
  private var top = ""

  package init(_ list: PropertyList) { self.list = list }

  /// The maximum number of violations listed: in a list of millions of numbers, each may be wrong.
  package static let limit = 100_000

  package mutating func run(_ schema: (String) -> KeySchema?) {
    guard list.kind(of: list.root) == .dictionary else { return }
    for position in 0..<list.count(of: list.root) {
      top = list.key(of: list.root, at: position)
      steps += 1
      guard let value = list.element(of: list.root, at: position), let schema = schema(QualifiedKey.split(top).base)
      else { continue }
      look(at: value, in: list.root, .string(top), schema)
    }
  }

  private mutating func look(
    at value: PropertyList.Node, in container: PropertyList.Node, _ key: LuaValue, _ schema: KeySchema
  ) {
    steps += 1
    guard found.count < Self.limit else { return }
    guard accepts(schema.type, value) else { return add(.type, container, key, expected: schema.type) }
    if !schema.values.isEmpty, !isKnown(value, schema.values) { add(.value, container, key, allowed: schema.values) }
    switch list.kind(of: value) {
    case .array:
      guard let items = schema.items else { return }
      for position in 0..<list.count(of: value) {
        guard let item = list.element(of: value, at: position) else { continue }
        look(at: item, in: value, .integer(Int64(position) + 1), items)
      }
    case .dictionary:
      for field in schema.fields where field.isRequired && list.value(of: value, forKey: field.name) == nil {
        add(.missingField, value, .string(field.name))
      }
      for position in 0..<list.count(of: value) {
        let name = list.key(of: value, at: position)
        guard let child = list.element(of: value, at: position) else { continue }
        if let form = schema.field(name)?.schema ?? schema.others {
          look(at: child, in: value, .string(name), form)
        } else if !schema.fields.isEmpty {
          steps += 1
          add(.unknownField, value, .string(name), allowed: schema.fields.map(\.name))
        }
      }
    default: return
    }
  }

  private mutating func add(
    _ kind: KeyDeparture.Kind, _ container: PropertyList.Node, _ key: LuaValue, expected: KeyType? = nil,
    allowed: [String] = []
  ) {
    found.append(
      KeyDeparture(kind: kind, under: top, container: container, key: key, expected: expected, allowed: allowed))
  }

  private func accepts(_ type: KeyType, _ value: PropertyList.Node) -> Bool {
    switch list.kind(of: value) {
    case .dictionary: type.accepts(.dictionary)
    case .array: type.accepts(.array)
    case .string: type.accepts(.string)
    case .integer: type.accepts(.integer)
    case .real: type.accepts(.real)
    case .boolean: type.accepts(.boolean)
    case .date: type.accepts(.date)
    case .data: type.accepts(.data)
    case .set, .uid, .null: type == .any
    }
  }

  /// Whether the platform knows a value, as the registry writes it. An empty string is unknown, and a string with a build variable
  /// may become any value.
  private func isKnown(_ value: PropertyList.Node, _ values: [String]) -> Bool {
    switch list.kind(of: value) {
    case .string:
      let text = list.string(of: value) ?? ""
      return text.isEmpty || TextForms.hasVariable(list.utf8(of: value)) || values.contains(text)
    case .boolean: return values.contains(list.boolean(of: value) == true ? "true" : "false")
    case .integer: return list.integer(of: value).map { values.contains($0.text) } ?? false
    case .real:
      guard let number = list.real(of: value) else { return false }
      return values.contains(Int64(exactly: number).map { String($0) } ?? "\(number)")
    default: return false
    }
  }
}

extension PropertyList.Integer {
  fileprivate var text: String {
    switch self {
    case .signed(let number): String(number)
    case .unsigned(let number): String(number)
    }
  }
}
