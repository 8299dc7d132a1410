package import PropertyLists

package indirect enum InspectedFact: Sendable {
  case none
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case value(PropertyList.Node, PropertyList)
  case list([InspectedFact])
  /// The fields that are not nil, in the order of the documentation.
  case record([(name: String, fact: InspectedFact)])
  /// The reason why the value cannot be read.
  case problem(String)

  /// The messages of all problems in the value, in order, without duplicates.
  package var problems: [String] {
    var found: [String] = []
    collect(&found)
    return found
  }

  private func collect(_ found: inout [String]) {
    switch self {
    case .problem(let message): if !found.contains(message) { found.append(message) }
    case .list(let facts): for fact in facts { fact.collect(&found) }
    case .record(let fields): for field in fields { field.fact.collect(&found) }
    case .none, .boolean, .integer, .number, .text, .value: break
    }
  }

  /// The names that `child` accepts; empty for lists and plain values.
  package var names: [String] { if case .record(let fields) = self { fields.map(\.name) } else { [] } }

  /// Returns the field or element that a token of a JSON Pointer names; elements count from 0.
  package func child(_ token: String) -> InspectedFact? {
    switch self {
    case .record(let fields): return fields.first { $0.name == token }?.fact
    case .list(let facts):
      guard let position = Int(token), facts.indices.contains(position), String(position) == token else { return nil }
      return facts[position]
    default: return nil
    }
  }
}
