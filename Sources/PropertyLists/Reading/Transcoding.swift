enum Transcoding {
  struct Outcome {
    /// The offset in the UTF-8 text of the first U+FFFD that replaces half a surrogate pair or an invalid value.
    var firstReplacement: Int?
    /// Whether the text ended within a code unit, whose bytes were dropped.
    var isTruncated = false
  }

  struct Converted: ~Copyable {
    var text: SourceText
    var outcome: Outcome

    consuming func takeText() -> SourceText { text }
  }

  /// Converts `count` bytes after a byte order mark. Never fails: like in Core Foundation, invalid characters become U+FFFD.
  static func utf8(
    from encoding: TextEncoding, _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> Converted {
    switch encoding {
    case .utf16(let bigEndian):
      return bigEndian ? utf16(bytes, count, BigEndian.self) : utf16(bytes, count, LittleEndian.self)
    case .utf32(let bigEndian): return utf32(bytes, count, bigEndian: bigEndian)
    case .windows1252: return single(bytes, count, high: windows1252)
    case .utf8, .ascii, .latin1: return single(bytes, count, high: [])
    }
  }

  protocol ByteOrder {
    static func unit(_ stored: UInt16) -> UInt16
    /// A mask that gives zero if four stored units are ASCII.
    static var asciiMask: UInt64 { get }
  }
  enum LittleEndian: ByteOrder {
    @inline(__always) static func unit(_ stored: UInt16) -> UInt16 { UInt16(littleEndian: stored) }
    @inline(__always) static var asciiMask: UInt64 { UInt64(littleEndian: 0xFF80_FF80_FF80_FF80) }
  }
  enum BigEndian: ByteOrder {
    @inline(__always) static func unit(_ stored: UInt16) -> UInt16 { UInt16(bigEndian: stored) }
    @inline(__always) static var asciiMask: UInt64 { UInt64(littleEndian: 0x80FF_80FF_80FF_80FF) }
  }

  private static func utf16<Order: ByteOrder>(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ order: Order.Type
  ) -> Converted {
    var text = SourceText(capacity: count / 2 * 3 + 3)
    var outcome = Outcome(isTruncated: count % 2 != 0)
    let written = utf16(bytes, units: count / 2, order, into: text.base, &outcome)
    text.setCount(written)
    return Converted(text: text, outcome: outcome)
  }

  /// Writes UTF-16 as UTF-8 to `out`, which must have space for three bytes per unit; returns the number of bytes.
  static func utf16<Order: ByteOrder>(
    _ bytes: UnsafePointer<UInt8>, units: Int, _ order: Order.Type, into out: UnsafeMutablePointer<UInt8>,
    _ outcome: inout Outcome
  ) -> Int {
    let raw = UnsafeRawPointer(bytes)
    let mask = Order.asciiMask
    var at = 0
    var to = out
    while at < units {
      while at + 4 <= units {
        let four = raw.loadUnaligned(fromByteOffset: at * 2, as: UInt64.self)
        if four & mask != 0 { break }
        to[0] = UInt8(truncatingIfNeeded: Order.unit(UInt16(truncatingIfNeeded: four)))
        to[1] = UInt8(truncatingIfNeeded: Order.unit(UInt16(truncatingIfNeeded: four >> 16)))
        to[2] = UInt8(truncatingIfNeeded: Order.unit(UInt16(truncatingIfNeeded: four >> 32)))
        to[3] = UInt8(truncatingIfNeeded: Order.unit(UInt16(truncatingIfNeeded: four >> 48)))
        to += 4
        at += 4
      }
      guard at < units else { break }
      let unit = Order.unit(raw.loadUnaligned(fromByteOffset: at * 2, as: UInt16.self))
      at += 1
      var scalar = UInt32(unit)
      if unit & 0xF800 == 0xD800 {
        var isPair = false
        if unit < 0xDC00, at < units {
          let second = Order.unit(raw.loadUnaligned(fromByteOffset: at * 2, as: UInt16.self))
          if second & 0xFC00 == 0xDC00 {
            scalar = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF))
            at += 1
            isPair = true
          }
        }
        if !isPair {
          scalar = 0xFFFD
          if outcome.firstReplacement == nil { outcome.firstReplacement = to - out }
        }
      }
      to += encode(scalar, to)
    }
    return to - out
  }

  private static func utf32(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, bigEndian: Bool
  ) -> Converted {
    var text = SourceText(capacity: count + 4)
    var outcome = Outcome(isTruncated: count % 4 != 0)
    let raw = UnsafeRawPointer(bytes)
    var to = text.base
    for at in 0..<(count / 4) {
      let stored = raw.loadUnaligned(fromByteOffset: at * 4, as: UInt32.self)
      var scalar = bigEndian ? UInt32(bigEndian: stored) : UInt32(littleEndian: stored)
      if scalar > 0x10FFFF || scalar & 0xFFFF_F800 == 0xD800 {
        scalar = 0xFFFD
        if outcome.firstReplacement == nil { outcome.firstReplacement = to - text.base }
      }
      to += encode(scalar, to)
    }
    text.setCount(to - text.base)
    return Converted(text: text, outcome: outcome)
  }

  private static func single(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, high: [UInt16]
  ) -> Converted {
    var text = SourceText(capacity: count * 3)
    var to = text.base
    for at in 0..<count {
      let byte = bytes[at]
      let isMapped = byte >= 0x80 && Int(byte) - 0x80 < high.count
      to += encode(isMapped ? UInt32(high[Int(byte) - 0x80]) : UInt32(byte), to)
    }
    text.setCount(to - text.base)
    return Converted(text: text, outcome: Outcome())
  }

  /// Writes a scalar, which must not be a surrogate, and returns its length.
  @inline(__always) static func encode(_ scalar: UInt32, _ to: UnsafeMutablePointer<UInt8>) -> Int {
    if scalar < 0x80 {
      to[0] = UInt8(truncatingIfNeeded: scalar)
      return 1
    }
    if scalar < 0x800 {
      to[0] = UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
      to[1] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
      return 2
    }
    if scalar < 0x10000 {
      to[0] = UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
      to[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
      to[2] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
      return 3
    }
    to[0] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
    to[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F)
    to[2] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
    to[3] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
    return 4
  }

  /// Whether windows-1252 has no character for a byte. Core Foundation rejects text with one.
  static func isUnassigned1252(_ byte: UInt8) -> Bool {
    byte == 0x81 || byte == 0x8D || byte == 0x8F || byte == 0x90 || byte == 0x9D
  }

  /// 0x80…0x9F in windows-1252. The five unassigned bytes do not occur.
  private static let windows1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E,
    0x178,
  ]
}
