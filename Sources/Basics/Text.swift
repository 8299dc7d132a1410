/// A number with a noun: `1 rule`, `2 rules`. By default, the plural is the singular with an `s`.
package func counted(_ number: some BinaryInteger, _ singular: String, _ plural: String? = nil) -> String {
  "\(number) \(number == 1 ? singular : plural ?? singular + "s")"
}

/// `83,123,456`
package func grouped(_ number: some BinaryInteger) -> String {
  let digits = String(number.magnitude)
  return digits.enumerated().reduce(into: number < 0 ? "-" : "") { text, digit in
    if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { text.append(",") }
    text.append(digit.element)
  }
}

extension String {
  /// The string, shortened to `limit` characters with an ellipsis if it is longer.
  package func shortened(to limit: Int) -> String {
    guard utf8.count > limit, let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return prefix(limit - 1) + "…"
  }
}

extension String {
  package func hasSameBytes(as other: String) -> Bool { comparedByBytes(to: other) == 0 }

  package func precedesInBytes(_ other: String) -> Bool { comparedByBytes(to: other) < 0 }

  /// Negative, 0 or positive. Used for sorting listings, so it works on the strings' own storage.
  package func comparedByBytes(to other: String) -> Int {
    let inPlace = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { theirs -> Int in
        if let one = mine.baseAddress, let two = theirs.baseAddress {
          let order = memcmp(one, two, min(mine.count, theirs.count))
          if order != 0 { return Int(order) }
        }
        return mine.count - theirs.count
      }
    }
    if let result = inPlace, let result { return result }
    if utf8.elementsEqual(other.utf8) { return 0 }
    return utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
  }
}

extension String {
  /// Whether it consists of lower-case letters and digits, in parts joined by separators, as the ids of rules do.
  package func isIdentifier(joinedBy separators: String = ".-") -> Bool {
    var previousIsPlain = false
    for byte in utf8 {
      let isPlain = byte.isASCIILowercase || byte.isASCIIDigit
      if !isPlain, !previousIsPlain || !separators.utf8.contains(byte) { return false }
      previousIsPlain = isPlain
    }
    return previousIsPlain
  }
}

extension Sequence {
  /// Sorts by the bytes of a string: `String` is ordered by canonical equivalence, in which two file names can be equal.
  package func sorted(byBytesOf text: (Element) -> String) -> [Element] {
    let elements = Array(self)
    return elements.map(text).orderByBytes.map { elements[$0] }
  }
}

extension Sequence {
  /// Returns the first element with each key.
  package func unique<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }

  /// Groups the elements by a key, in the order in which the keys occur.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    var groups: [(key: Key, elements: [Element])] = []
    var positions: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let position = positions[key] {
        groups[position].elements.append(element)
      } else {
        positions[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }
}

extension Array<String> {
  package var orderByBytes: [Int] {
    if count < 2 { return Array<Int>(indices) }
    // Most strings differ in their first eight bytes.
    let starts = map { text -> UInt64 in
      var text = text
      return text.withUTF8 { bytes in
        var start: UInt64 = 0
        for at in 0..<8 { start = start << 8 | (at < bytes.count ? UInt64(bytes[at]) : 0) }
        return start
      }
    }
    return indices.sorted { one, other in
      if starts[one] != starts[other] { return starts[one] < starts[other] }
      return self[one].precedesInBytes(self[other])
    }
  }
}

extension Sequence<String> {
  package func sortedByBytes() -> [String] { sorted(byBytesOf: \.self) }
}

extension Unicode.Scalar {
  /// Whether the character must be escaped when text of a bundle is shown: control characters, and characters that are invisible or change
  /// the text direction.
  package var isControlOrInvisible: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

/// A string that is compared by bytes, for file names and dictionary keys: Swift's strings are equal if they differ only in normalization.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: Self, right: Self) -> Bool {
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.count == right.count else { return false }
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return memcmp(first, second, left.count) == 0
      }
    }
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

package enum Markup {
  /// Appends a character, as a reference if it would be markup.
  package static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "&": text += "&amp;"
    case "<": text += "&lt;"
    case ">": text += "&gt;"
    default: text.unicodeScalars.append(scalar)
    }
  }

  package static func content(_ text: some Sequence<Unicode.Scalar>) -> String {
    text.reduce(into: "") { append($1, to: &$0) }
  }
}
