extension PropertyList {
  /// Why several dictionaries can't be one.
  package enum UnionError: Error, Hashable, Sendable {
    /// One of them, by its position, is no dictionary.
    case notADictionary(Int)
    /// Two of them, by their positions, have different values for a key.
    case disagreement(key: String, Int, Int)
    /// Together they are larger than a property list may be.
    case failed(PropertyListError)
  }

  /// One dictionary with all entries of several, each key once.
  ///
  /// What two of them both have must be the same, in the same order. The result is in the binary format, and its
  /// places are no places of a file.
  /// - Parameters:
  ///   - lists: property lists whose roots are dictionaries; of none the union is an empty dictionary.
  ///   - file: name shown in messages.
  package static func union(of lists: [PropertyList], file: String) throws(UnionError) -> PropertyList {
    var entries: [(list: PropertyList, position: Int)] = []
    // By bytes: as strings, keys that differ only in Unicode normalization would be one.
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
      guard let first = lists.first else { return try parse(Array("{}".utf8), file: file) }
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
