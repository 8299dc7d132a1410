/// Where a field stands inside the value of a key: `/CFBundleDocumentTypes/*/CFBundleTypeRole`.
package struct KeyPlace: Sendable, Hashable {
  /// The parts of the path, from the top-level key on; `*` is any position or any name.
  package var path: [String]

  /// The top-level key.
  package var key: KeyEntry

  /// The field.
  package var field: KeySchemaField

  /// The path as a pattern such as `plist.find` takes.
  package var pattern: String { path.map { "/" + $0 }.joined() }

  /// Whether the parts of a JSON Pointer lead here.
  func isReached(by parts: [Substring]) -> Bool {
    parts.count == path.count && zip(path, parts).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

extension KeyEntry {
  /// The fields inside the key's value, each before those inside it, sorted by name.
  package var places: [KeyPlace] {
    guard let schema else { return [] }
    return places(in: schema, at: [name])
  }

  private func places(in schema: KeySchema, at path: [String]) -> [KeyPlace] {
    var found = schema.fields.flatMap { field in
      let inner = path + [field.name]
      return [KeyPlace(path: inner, key: self, field: field)] + places(in: field.schema, at: inner)
    }
    for free in [schema.items, schema.others] {
      if let free { found += places(in: free, at: path + ["*"]) }
    }
    return found
  }
}

extension KeyRegistry {
  /// The places that a field's name, or a JSON Pointer such as `/CFBundleDocumentTypes/0/CFBundleTypeRole`, stands for;
  /// sorted by top-level key. Names that are plain words, such as `version`, need the pointer. O(all keys).
  package static func places(named name: String) -> [KeyPlace] {
    let isPointer = name.hasPrefix("/")
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard isPointer || name.unicodeScalars.contains(where: \.properties.isUppercase) else { return [] }
    let keys = isPointer ? parts.first.map { [String($0)] } ?? [] : allKeys
    return keys.compactMap(entry).flatMap(\.places).filter {
      isPointer ? $0.isReached(by: Array(parts)) : $0.field.name == name
    }
  }
}
