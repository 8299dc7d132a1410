import LuaSyntax
import PolicyEngine

/// Where strings and names of fields stand in the sources of a policy.
package struct StringPlaces {
  /// Nil for what stands in several places.
  private var places: [String: SourceLocation?] = [:]

  /// Takes down a source.
  mutating func add(_ tokens: [LuaTokens.Token], file: String) {
    for token in tokens where token.kind == .string || token.kind == .name {
      let place = SourceLocation(file: file, line: token.line)
      if let known = places[token.text] {
        if known != place { places[token.text] = .some(nil) }
      } else {
        places[token.text] = place
      }
    }
  }

  /// The one line where it stands.
  subscript(_ text: String) -> SourceLocation? { places[text] ?? nil }

  /// The first line of a table where a key is named: alone, as a field, or as the first part of a pointer.
  static func line(of key: String, in fields: [LuaField], _ source: SourceLint) -> Int? {
    var pending = fields
    var looked = 0
    while let field = pending.popLast(), looked < 10_000 {
      looked += 1
      if field.name == key { return field.line }
      if let text = field.value.plainString, text == key || text.hasPrefix("/" + key) { return field.value.line }
      switch field.value.kind {
      case .table(let inner): pending += inner
      // `optional(list_of { … })`, `text { … }`.
      case .suffixed(_, let suffixes):
        for case .call(let arguments) in suffixes.map(\.kind) {
          pending += arguments.map { LuaField(key: .position, value: $0, line: $0.line) }
        }
      default: break
      }
    }
    return nil
  }
}
