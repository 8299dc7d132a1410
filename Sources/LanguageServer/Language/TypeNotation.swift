package import KeyRegistry

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

    package init(name: String, type: TypeNotation) { (self.name, self.type) = (name, type) }
  }

  package static let any = TypeNotation.name("any")

  package init(_ text: String) {
    var parser = Parser(rest: Substring(text))
    self = parser.union()
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

  private struct Parser {
    var rest: Substring

    mutating func union() -> TypeNotation {
      var types = [postfix()]
      while take("|") { types.append(postfix()) }
      return types.count == 1 ? types[0] : .union(types)
    }

    private mutating func postfix() -> TypeNotation {
      var type = primary()
      while true {
        if take("[]") { type = .list(type) } else if !take("?") { return type }
      }
    }

    private mutating func primary() -> TypeNotation {
      skipBlanks()
      if take("\"") {
        let text = rest.prefix { $0 != "\"" }
        rest = rest.dropFirst(text.count + 1)
        return .literal(String(text))
      }
      if take("(") {
        let type = union()
        while take(",") { _ = union() }
        _ = take(")")
        return type
      }
      if take("...") { return postfix() }
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      rest = rest.dropFirst(word.count)
      if word.isEmpty {
        rest = rest.dropFirst()
        return .any
      }
      if word == "fun" { return function() }
      guard word == "table", take("<") else { return .name(String(word)) }
      let key = union()
      let value = take(",") ? union() : .any
      _ = take(">")
      return .map(key, value)
    }

    private mutating func function() -> TypeNotation {
      var parameters: [Parameter] = []
      _ = take("(")
      while !take(")"), !rest.isEmpty {
        skipBlanks()
        let name = rest.prefix { $0 != ":" && $0 != "," && $0 != ")" }
        rest = rest.dropFirst(name.count)
        let type = take(":") ? union() : .any
        parameters.append(Parameter(name: name.last == "?" ? String(name.dropLast()) : String(name), type: type))
        _ = take(",")
      }
      var results: [TypeNotation] = []
      if take(":") { results.append(union()) }
      return .function(parameters, results)
    }

    private mutating func skipBlanks() { rest = rest.drop { $0 == " " } }

    private mutating func take(_ text: String) -> Bool {
      skipBlanks()
      guard rest.hasPrefix(text) else { return false }
      rest = rest.dropFirst(text.count)
      return true
    }
  }
}
