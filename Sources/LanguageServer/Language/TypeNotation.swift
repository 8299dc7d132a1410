package import KeyRegistry
import PolicySchema

/// A type of the policy language, parsed from the notation of its schema: `Status|Expectation`, `table<string, Shape>`,
/// `fun(bundle: Bundle, report: Report)`.
package indirect enum TypeNotation: Hashable, Sendable {
  case name(String)
  case literal(String)
  case list(TypeNotation)
  case map(TypeNotation, TypeNotation)
  case union([TypeNotation])
  case function([Parameter], [TypeNotation])
  case schema(KeySchema)

  package struct Parameter: Hashable, Sendable {
    package let name: String
    package let type: TypeNotation
  }

  package static let any = TypeNotation.name("any")

  /// Never fails: parts that are not of this notation are names.
  package init(_ text: String) {
    var text = TypeText.trimmed(text)
    func inner(_ start: Int) -> String { String(text.dropFirst(start).dropLast()) }
    if text.hasPrefix("...") { text.removeFirst(3) }
    let types = TypeText.list(text, separator: "|")
    if text.hasPrefix("fun(") {
      self.init(APIFunction(text, ""))
    } else if types.count > 1 {
      self = .union(types.map(TypeNotation.init))
    } else if text.hasSuffix("?") {
      self.init(String(text.dropLast()))
    } else if text.hasSuffix("[]") {
      self = .list(TypeNotation(String(text.dropLast(2))))
    } else if text.hasPrefix("\""), text.hasSuffix("\"") {
      self = .literal(inner(1))
    } else if text.hasPrefix("("), text.hasSuffix(")") {
      self.init(TypeText.list(inner(1)).first ?? "any")
    } else if text.hasPrefix("table<"), text.hasSuffix(">") {
      let parts = TypeText.list(inner(6)).map(TypeNotation.init)
      self = .map(parts.first ?? .any, parts.count > 1 ? parts[1] : .any)
    } else {
      self = .name(text.isEmpty ? "any" : text)
    }
  }

  init(_ function: APIFunction) {
    self = .function(
      function.parameters.map { Parameter(name: $0.name, type: TypeNotation($0.type)) },
      function.returns.map(TypeNotation.init))
  }

  /// The alternatives of a union; the type itself if it is not one.
  package var alternatives: [TypeNotation] {
    if case .union(let types) = self { types.flatMap(\.alternatives) } else { [self] }
  }

  var element: TypeNotation? {
    let elements = alternatives.compactMap { type -> TypeNotation? in
      switch type {
      case .list(let element), .map(_, let element): element
      case .schema(let schema): (schema.items ?? schema.others).map { .schema($0) }
      default: nil
      }
    }
    return elements.isEmpty ? nil : elements.count == 1 ? elements[0] : .union(elements)
  }

  var key: TypeNotation? {
    alternatives.lazy.compactMap { type -> TypeNotation? in
      switch type {
      case .list: .name("integer")
      case .map(let key, _): key
      case .schema(let schema): .name(schema.type == .dictionary ? "string" : "integer")
      default: nil
      }
    }.first
  }

  var function: (parameters: [Parameter], results: [TypeNotation])? {
    alternatives.lazy.compactMap { type in
      if case .function(let parameters, let results) = type { (parameters, results) } else { nil }
    }.first
  }
}
