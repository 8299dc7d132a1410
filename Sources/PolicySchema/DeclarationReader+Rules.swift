import Basics
package import Bundles
import KeyRegistry
import PropertyLists

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
        throw DeclarationError(
          "\(place): '\(pattern)' in '\(field)' is not a path pattern, such as \"**/*.xcconfig\""
        )
      }
      globs.append((pattern, glob))
    }
    return globs
  }
}
