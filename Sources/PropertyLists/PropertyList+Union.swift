extension PropertyList {
  package enum UnionError: Error, Hashable, Sendable {
    case notADictionary(Int)
    case disagreement(key: String, Int, Int)
    case failed(PropertyListError)
  }

  /// Combines the entries of several dictionaries into one.
  ///
  /// Entries with the same key must have equal values, with entries in the same order. The result is in the binary format and has no
  /// positions in a file.
  /// - Parameters:
  ///   - lists: property lists whose roots are dictionaries; if empty, the result is an empty dictionary.
  ///   - file: the name in messages.
  package static func union(of lists: [PropertyList], file: String) throws(UnionError) -> PropertyList {
    var entries: [(list: PropertyList, position: Int)] = []
    // By bytes: as strings, keys that differ only in Unicode normalization would be equal.
    var known: [[UInt8]: (list: Int, position: Int)] = [:]
    for (number, list) in lists.enumerated() {
      guard list.kind(of: list.root) == .dictionary else { throw .notADictionary(number) }
      for position in 0..<list.count(of: list.root) {
        let key = Array(list.keyUTF8(of: list.root, at: position))
        if let other = known[key] {
          guard hasSameValue(lists[other.list], other.position, list, position) else {
            throw .disagreement(key: list.key(of: list.root, at: position), other.list, number)
          }
        } else {
          known[key] = (number, position)
          entries.append((list, position))
        }
      }
    }
    do throws(PropertyListError) {
      guard let first = lists.first else {
        let empty = try parse(Array("{}".utf8), file: file)
        return try parse(BinaryWriter.bytes(of: empty.root, in: empty), file: file)
      }
      return try parse(BinaryWriter.bytes(of: entries, startingIn: first), file: file)
    } catch {
      throw .failed(error)
    }
  }

  private static func hasSameValue(
    _ one: PropertyList, _ position: Int, _ other: PropertyList, _ otherPosition: Int
  ) -> Bool {
    guard let value = one.element(of: one.root, at: position),
      let second = other.element(of: other.root, at: otherPosition)
    else { return false }
    return BinaryWriter.bytes(of: value, in: one) == BinaryWriter.bytes(of: second, in: other)
  }
}
