/// Validates UTF-8 as Unicode defines it: no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Check {
  static func firstInvalid(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int? {
    let raw = UnsafeRawPointer(text)
    var at = 0
    while at < count {
      // ASCII, 32 bytes at a time.
      while at + 32 <= count {
        let a = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        let b = raw.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self)
        let c = raw.loadUnaligned(fromByteOffset: at + 16, as: UInt64.self)
        let d = raw.loadUnaligned(fromByteOffset: at + 24, as: UInt64.self)
        if (a | b | c | d) & 0x8080_8080_8080_8080 != 0 { break }
        at += 32
      }
      while at < count, text[at] < 0x80 { at += 1 }
      while at < count, text[at] >= 0x80 {
        guard let length = sequence(text + at, count - at) else { return at }
        at += length
      }
    }
    return nil
  }

  /// The length of the multi-byte sequence at `bytes`; nil if it is malformed or truncated.
  @inline(__always) static func sequence(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int? {
    let first = bytes[0]
    if first >= 0xC2, first < 0xE0 { return count >= 2 && bytes[1] & 0xC0 == 0x80 ? 2 : nil }
    if first >= 0xE0, first < 0xF0 {
      guard count >= 3, bytes[1] & 0xC0 == 0x80, bytes[2] & 0xC0 == 0x80 else { return nil }
      if first == 0xE0, bytes[1] < 0xA0 { return nil }
      if first == 0xED, bytes[1] > 0x9F { return nil }
      return 3
    }
    if first >= 0xF0, first < 0xF5 {
      guard count >= 4, bytes[1] & 0xC0 == 0x80, bytes[2] & 0xC0 == 0x80, bytes[3] & 0xC0 == 0x80 else { return nil }
      if first == 0xF0, bytes[1] < 0x90 { return nil }
      if first == 0xF4, bytes[1] > 0x8F { return nil }
      return 4
    }
    return nil
  }
}
