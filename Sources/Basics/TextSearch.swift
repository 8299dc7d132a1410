// Searches that compare UTF-8 bytes. Swift's own functions with these names compare characters, so that "\r
// " does not contain "
// ".

extension Slice<UnsafeBufferPointer<UInt8>> {
  package func position(of byte: UInt8) -> Int? {
    let bytes = UnsafeBufferPointer(rebasing: self)
    guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
    return startIndex + (UnsafeRawPointer(found) - UnsafeRawPointer(start))
  }
}

/// The bytes that are not printable ASCII, and some that are.
package struct UnusualBytes: Sendable {
  /// Each of those below 128, in all bytes of a word.
  private var words = [0x7F &* Self.ones]
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  package init(_ printable: StaticString) {
    printable.withUTF8Buffer { words += $0.map { UInt64($0) &* Self.ones } }
  }

  /// The position of the first of them at or after `start`; the end if there is none.
  package func first(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var position = start
    while text.count &- position >= 8, let base = text.baseAddress {
      if hasAny(UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)) { break }
      position &+= 8
    }
    while position < text.count {
      if hasAny(UInt64(text[position]) &* Self.ones) { break }
      position &+= 1
    }
    return position
  }

  /// Whether one of them is among the eight bytes of a word: the highest bit of a byte is set if subtracting borrows.
  private func hasAny(_ word: UInt64) -> Bool {
    var found = word | (word &- 0x20 &* Self.ones)
    for other in words {
      let difference = word ^ other
      found |= (difference &- Self.ones) & ~difference
    }
    return found & (0x80 &* Self.ones) != 0
  }
}

extension StringProtocol {
  /// Whether the string contains another; every string contains the empty one.
  package func contains(_ other: some StringProtocol) -> Bool { !offsets(of: other, limit: 1).isEmpty }

  package func contains(byte: UInt8) -> Bool {
    let isThere = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
    }
    return isThere ?? utf8.contains(byte)
  }

  /// The first occurrence of another string; the start for the empty one.
  package func firstRange(of other: some StringProtocol) -> Range<Index>? {
    offsets(of: other, limit: 1).first.map { range(at: $0, like: other) }
  }

  /// The last of the non-overlapping occurrences of another string, searched from the start.
  package func lastRange(of other: some StringProtocol) -> Range<Index>? {
    offsets(of: other).last.map { range(at: $0, like: other) }
  }

  package func replacing(_ other: some StringProtocol, with replacement: some StringProtocol) -> String {
    parts(separatedBy: other).joined(separator: String(replacement))
  }

  /// The parts between occurrences of another string, including empty ones; the whole string if there is no occurrence.
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

  /// The offsets of occurrences of another string, in bytes; at most `limit`.
  private func offsets(of other: some StringProtocol, limit: Int = .max) -> [Int] {
    var (text, other) = (String(self), String(other))
    return text.withUTF8 { text in
      other.withUTF8 { other in
        guard let wanted = other.baseAddress, !other.isEmpty else { return [0] }
        guard let start = text.baseAddress else { return [] }
        var offsets: [Int] = []
        var offset = 0
        // The strings searched for are short, so a simple search is fast enough.
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
