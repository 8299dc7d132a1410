// Searches that compare UTF-8 bytes. Swift's own functions with these names compare characters, so that "\r
// " does not contain "
// ".

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// The position of the first byte with a value.
  package func position(of byte: UInt8) -> Int? {
    let bytes = UnsafeBufferPointer(rebasing: self)
    guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
    return startIndex + (UnsafeRawPointer(found) - UnsafeRawPointer(start))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The position at or after `start` of the first byte that is not printable ASCII, or is one of some; the end if there is none.
  package func firstUnusual(from start: Int, or bytes: [UInt8]) -> Int {
    var position = start
    while count - position >= 16, let base = baseAddress {
      let block = UnsafeRawPointer(base + position).loadUnaligned(as: SIMD16<UInt8>.self)
      var found = (block .< 0x20) .| (block .>= 0x7F)
      for byte in bytes { found .|= block .== byte }
      if any(found) { break }
      position += 16
    }
    while position < count {
      let byte = self[position]
      if byte < 0x20 || byte >= 0x7F || bytes.contains(byte) { break }
      position += 1
    }
    return position
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
