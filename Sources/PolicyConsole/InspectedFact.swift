package import PropertyLists

/// What policies read of an object, as plain data.
package indirect enum InspectedFact: Sendable {
  /// There is none: what policies read is nil.
  case none
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  /// A value of a property list.
  case value(PropertyList.Node, PropertyList)
  case list([InspectedFact])
  /// The fields that are not nil, in the order of the documents.
  case record([(name: String, fact: InspectedFact)])
  /// Why it cannot be read.
  case problem(String)

  /// The messages of everything in it that cannot be read, in order, each once.
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

  /// The names of what `child` finds; empty for a list and for what has no parts.
  package var names: [String] { if case .record(let fields) = self { fields.map(\.name) } else { [] } }

  /// The field or element that one token of a JSON Pointer names: fields by name, elements from 0.
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
