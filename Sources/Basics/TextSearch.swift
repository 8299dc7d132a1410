// Searches in texts that compare bytes of UTF-8. Swift's own functions of these names compare characters, so that "\r\n" does not contain
// "\n".

extension StringProtocol {
  /// Whether the text contains another; it contains the empty one.
  package func contains(_ other: some StringProtocol) -> Bool { !offsets(of: other, limit: 1).isEmpty }

  /// Whether a byte of the text is this one.
  package func contains(byte: UInt8) -> Bool {
    let isThere = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
    }
    return isThere ?? utf8.contains(byte)
  }

  /// The first place of another text; for the empty one, the start.
  package func firstRange(of other: some StringProtocol) -> Range<Index>? {
    offsets(of: other, limit: 1).first.map { range(at: $0, like: other) }
  }

  /// The last place of another text, of those that do not overlap when they are looked for from the start.
  package func lastRange(of other: some StringProtocol) -> Range<Index>? {
    offsets(of: other).last.map { range(at: $0, like: other) }
  }

  /// The text with another one in place of each `other` in it.
  package func replacing(_ other: some StringProtocol, with replacement: some StringProtocol) -> String {
    parts(separatedBy: other).joined(separator: String(replacement))
  }

  /// What stands between the places of another text, also where that is nothing; the whole text without one.
  package func parts(separatedBy other: some StringProtocol, limit: Int = .max) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    if !other.isEmpty {
      for offset in offsets(of: other, limit: limit - 1) {
        let place = range(at: offset, like: other)
        parts.append(self[start..<place.lowerBound])
        start = place.upperBound
      }
    }
    parts.append(self[start...])
    return parts
  }

  private func range(at offset: Int, like other: some StringProtocol) -> Range<Index> {
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: other.utf8.count)
  }

  /// Where another text begins, in bytes; at most so many places.
  private func offsets(of other: some StringProtocol, limit: Int = .max) -> [Int] {
    var (text, other) = (String(self), String(other))
    return text.withUTF8 { text in
      other.withUTF8 { other in
        guard let wanted = other.baseAddress, !other.isEmpty else { return [0] }
        guard let start = text.baseAddress else { return [] }
        var offsets: [Int] = []
        var offset = 0
        // The texts that are looked for are short, so that going on at the next byte costs little.
        while offsets.count < limit, offset <= text.count - other.count,
          let found = memchr(start + offset, Int32(wanted[0]), text.count - other.count - offset + 1)
        {
          offset = UnsafeRawPointer(found) - UnsafeRawPointer(start)
          if memcmp(found, wanted, other.count) == 0 {
            offsets.append(offset)
            offset += other.count
          } else {
            offset += 1
          }
        }
        return offsets
      }
    }
  }
}
