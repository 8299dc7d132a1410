import Basics

/// Handles characters that XML 1.0 forbids, but Core Foundation reads and writes unchanged: controls such as ESC, U+FFFE and U+FFFF.
enum XMLCharacters {
  /// Replaces each byte of such a character for libxml2. It does not occur in element names and is not a blank.
  private static let substitute = UInt8(ascii: "Q")

  /// Returns a copy of text with all forbidden characters replaced, of the same length, for libxml2, which only finds the tags; values
  /// are read from the original text. Nil if there is nothing to replace. The caller must free it.
  static func copyWithoutForbidden(_ text: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutablePointer<UInt8>? {
    guard var at = next(text, count, from: 0), let memory = malloc(count) else { return nil }
    let copy = memory.bindMemory(to: UInt8.self, capacity: count)
    copy.initialize(from: text, count: count)
    while true {
      let length = text[at] < 0x20 ? 1 : 3
      for byte in at..<(at + length) { copy[byte] = substitute }
      guard let following = next(text, count, from: at + length) else { return copy }
      at = following
    }
  }

  private static func next(_ text: UnsafePointer<UInt8>, _ count: Int, from start: Int) -> Int? {
    let raw = UnsafeRawPointer(text)
    var at = start
    while at < count {
      // Eight bytes at a time while none is forbidden below 0x20, or is 0xEF, which begins the two others.
      while at + 8 <= count {
        let eight = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        if eight & highs != 0 {
          let marked = eight ^ 0xEFEF_EFEF_EFEF_EFEF
          if (marked &- 0x0101_0101_0101_0101) & ~marked & highs != 0 { break }
        }
        // Most groups of eight contain no control character; this test is cheaper.
        if (eight &- 0x2020_2020_2020_2020) & ~eight & highs != 0, forbiddenControls(eight) != 0 { break }
        at += 8
      }
      let end = min(at + 8, count)
      while at < end {
        let byte = text[at]
        if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return at }
        if byte == 0xEF, at + 2 < count, text[at + 1] == 0xBF, text[at + 2] >= 0xBE { return at }
        at += 1
      }
    }
    return nil
  }

  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The highest bit of each byte that is below 0x20 and not a tab, line feed or carriage return. No byte carries into the next.
  @inline(__always) private static func forbiddenControls(_ eight: UInt64) -> UInt64 {
    let lower = ~highs
    func isOther(_ allowed: UInt64) -> UInt64 {
      let difference = eight ^ allowed
      return (difference & lower) &+ lower | difference
    }
    let controls = ~((eight & lower) &+ 0x6060_6060_6060_6060 | eight) & highs
    return controls & isOther(0x0A0A_0A0A_0A0A_0A0A) & isOther(0x0909_0909_0909_0909) & isOther(0x0D0D_0D0D_0D0D_0D0D)
  }
}

enum Blank {
  @inline(__always) static func isXML(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }
}
