import Basics
package import Bundles
import KeyRegistry
package import LuaRuntime
import PropertyLists

package struct DeclarationReader {
  package let table: LuaTable
  /// The declaration's name in messages: `rule 'own-keys'`.
  package let place: String

  /// Throws unless `value` is a table whose keys are all fields of the class.
  package init(_ value: LuaValue, place: String, of definition: APIClass) throws(DeclarationError) {
    try self.init(value, place: place, known: definition.fields.map(\.name))
  }

  /// Throws unless `value` is a table whose keys are all among `known`.
  package init(_ value: LuaValue, place: String, known: [String]) throws(DeclarationError) {
    guard case .table(let table) = value else {
      throw DeclarationError("\(place): a table was expected, found \(value.typeName)")
    }
    for entry in table.entries {
      guard case .string(let name) = entry.key else {
        throw DeclarationError("\(place): fields need names; found an entry without one (write name = value)")
      }
      if !known.contains(name) { throw .unknown("field", name, among: known, in: place) }
    }
    (self.table, self.place) = (table, place)
  }

  package func has(_ field: String) -> Bool { table[field] != nil }

  package func value(_ field: String) -> LuaValue { table[field] ?? .nil }

  package func text(_ field: String) throws(DeclarationError) -> String? {
    switch value(field) {
    case .nil: return nil
    case .string(let text): return text
    case let other: throw mismatch(field, expected: "a string", found: other)
    }
  }

  package func requiredText(_ field: String, purpose: String) throws(DeclarationError) -> String {
    guard let text = try text(field), text.contains(where: { !$0.isWhitespace }) else {
      throw DeclarationError("\(place): '\(field)' is missing: \(purpose)")
    }
    return text
  }

  package func boolean(_ field: String) throws(DeclarationError) -> Bool? {
    switch value(field) {
    case .nil: return nil
    case .boolean(let value): return value
    case let other: throw mismatch(field, expected: "true or false", found: other)
    }
  }

  package func integer(_ field: String, in range: ClosedRange<Int64>) throws(DeclarationError) -> Int64? {
    switch value(field) {
    case .nil: return nil
    case .integer(let number) where range.contains(number): return number
    case let other:
      let limit =
        range.upperBound == .max ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw DeclarationError("\(place): '\(field)' must be an integer \(limit), found \(other.shown)")
    }
  }

  package func function(_ field: String) throws(DeclarationError) -> LuaFunction? {
    switch value(field) {
    case .nil: return nil
    case .function(let function): return function
    case let other: throw mismatch(field, expected: "a function", found: other)
    }
  }

  /// A list of strings; a single string counts as a list of one.
  package func texts(_ field: String) throws(DeclarationError) -> [String]? {
    switch value(field) {
    case .nil: return nil
    case .string(let text): return [text]
    case let value:
      guard let list = value.table?.list else { throw mismatch(field, expected: "a list of strings", found: value) }
      return try list.map { (value) throws(DeclarationError) in
        guard case .string(let text) = value else { throw mismatch(field, expected: "a list of strings", found: value) }
        return text
      }
    }
  }

  /// A word from a fixed set. `called` is its name in messages, by default the field's name.
  package func word<Word: RawRepresentable & CaseIterable>(
    _ field: String, _ type: Word.Type, called name: String? = nil
  ) throws(DeclarationError) -> Word? where Word.RawValue == String {
    guard let text = try text(field) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw .unknown(name ?? field, text, among: Word.allCases.map(\.rawValue), in: place)
    }
    return word
  }

  /// Words from a fixed set; a single string counts as a list of one. `what` is what messages call a word.
  package func words<Word: RawRepresentable & CaseIterable>(
    _ field: String, _ what: String
  ) throws(DeclarationError) -> [Word]? where Word.RawValue == String {
    try texts(field)?.map { (name) throws(DeclarationError) in try DeclarationError.word(name, place, what) }
  }

  package func mismatch(_ field: String, expected: String, found: LuaValue) -> DeclarationError {
    DeclarationError("\(place): '\(field)' must be \(expected), found \(found.typeName)")
  }
}

extension LuaValue {
  package var shown: String {
    switch self {
    case .integer(let number): String(number)
    case .number(let number): String(number)
    default: typeName
    }
  }
}

package struct DeclarationError: Error {
  package let message: String

  package static func word<Word: CaseIterable & RawRepresentable>(
    _ name: String, _ usage: String, _ what: String
  ) throws(DeclarationError) -> Word where Word.RawValue == String {
    if let word = Word(rawValue: name) { return word }
    throw DeclarationError(
      "\(usage): there is no \(what) '\(name)'" + suggestion(for: name, among: Word.allCases.map(\.rawValue)))
  }
  /// The whole error, if it is in another file than the declaration.
  package let underlying: (any Error)?
  /// Whether a limit was exceeded, rather than the value invalid: a policy cannot catch that.
  package let isLimit: Bool

  package init(_ message: String, underlying: (any Error)? = nil, isLimit: Bool = false) {
    (self.message, self.underlying, self.isLimit) = (message, underlying, isLimit)
  }

  /// `unknown X "y"; did you mean "z"?`, or a list of the known names.
  package static func unknown(_ what: String, _ name: String, among known: [String], in place: String)
    -> DeclarationError
  {
    DeclarationError("\(place): unknown \(what) '\(name)'\(suggestion(for: name, among: known))")
  }

  package static func suggestion(for name: String, among known: [String]) -> String {
    if let nearest = SpellingCorrector.nearest(to: name, among: known) { return "; did you mean '\(nearest)'?" }
    // One name may be a prefix of the other: 'expect' for 'expected'.
    let related = known.filter { $0.hasPrefix(name) || name.hasPrefix($0) }
    if let only = related.first, related.count == 1, min(only.utf8.count, name.utf8.count) >= 3 {
      return "; did you mean '\(only)'?"
    }
    // The standard policies have too many rules to list in one line.
    if known.count > 40 { return "; \(known.count) others are known" }
    return known.isEmpty ? "" : "; known names: \(known.joined(separator: ", "))"
  }
}

/// The most that one rule may report on one bundle; more would not help anyone.
package enum FindingLimit {
  package static let count = 100_000
  /// Bytes of text: 8 MiB.
  package static let text = 8 << 20
}

package enum PolicyText {
  package static let limit = 2_000

  package static func cut(_ text: String) -> String { text.shortened(to: limit) }
}

// Fields that several clauses of rules share.
extension DeclarationReader {
  /// Non-blank strings, at least one; nil if the field is absent.
  package func nonEmptyTexts(_ field: String) throws(DeclarationError) -> [String]? {
    guard let texts = try texts(field) else { return nil }
    return try checked(texts, field)
  }

  /// Names of keys, or JSON Pointers; nil if the field is absent. A malformed one, or one in another language's notation, would
  /// lead nowhere, and `forbid` would always pass.
  package func keys(_ field: String) throws(DeclarationError) -> [String]? {
    guard let keys = try texts(field) else { return nil }
    for key in keys where JSONPointer.isPointer(key) && JSONPointer.tokens(key) == nil {
      throw DeclarationError(
        "\(place): '\(key)' in '\(field)' is not a JSON Pointer: in a key, write '~0' for '~' and '~1' for '/'")
    }
    for key in keys {
      if key.contains("*") {
        throw DeclarationError(
          "\(place): '\(key)' in '\(field)' contains '*', which is not a wildcard here; to match several keys, iterate over pairs(bundle.info) in a 'check'"
        )
      }
      let parts = key.split(separator: ".", omittingEmptySubsequences: false)
      if parts.count > 1, let first = parts.first, KeyRegistry.contains(String(first)) {
        throw DeclarationError(
          "\(place): '\(key)' in '\(field)' is one key with periods in it; for a key inside \(first) write a JSON Pointer, '/\(parts.joined(separator: "/"))'"
        )
      }
    }
    return try checked(keys, field)
  }

  fileprivate func checked(_ texts: [String], _ field: String) throws(DeclarationError) -> [String] {
    if texts.isEmpty || texts == [""] {
      throw DeclarationError("\(place): '\(field)' is empty, so it would check nothing")
    }
    if texts.contains("") { throw DeclarationError("\(place): '\(field)' has an empty entry") }
    return texts
  }

  package func pathPatterns(_ field: String) throws(DeclarationError) -> [(pattern: String, glob: Glob)] {
    var globs: [(pattern: String, glob: Glob)] = []
    for pattern in try texts(field) ?? [] {
      let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
      // A pattern that no path can match would forbid nothing.
      guard let glob = Glob(pattern), !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
        throw DeclarationError("\(place): '\(pattern)' in '\(field)' is not a path pattern, such as \"**/*.xcconfig\"")
      }
      globs.append((pattern, glob))
    }
    return globs
  }
}
