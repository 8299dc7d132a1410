/// What the central directory says of one entry (APPNOTE.TXT 4.3.12).
struct ZipRecord: Sendable {
  var flags: Int
  var method: Int
  var checksum: UInt32
  /// Compressed bytes in the archive.
  var compressed: Int
  /// Inflated bytes.
  var size: Int
  /// Where the entry's own header begins.
  var offset: Int
  /// The first byte behind the entry: the next entry's header or the central directory.
  var end: Int
  /// Where the entry's bytes begin.
  var dataStart = 0
  /// False when the size is known only modulo 2^32.
  var isSizeKnown = true
  /// False when the archive holds only 32 bits of the sizes.
  var isWhole = true

  static let stored = 0
  static let deflated = 8

  /// Length of a header in front of an entry, without name and extra fields.
  static let localHeaderSize = 30
  /// The longest description of an entry behind its bytes: mark, checksum and two 64-bit sizes.
  static let descriptorSize = 24

  /// Bits 0, 6 and 13: encrypted, strongly, and with the headers masked.
  static let encryptionFlags = 1 << 0 | 1 << 6 | 1 << 13
  /// Bit 3: sizes and checksum follow the entry's bytes.
  static let descriptorFlag = 1 << 3
  /// Bit 11: the name is UTF-8.
  static let utf8Flag = 1 << 11

  var isEncrypted: Bool { flags & Self.encryptionFlags != 0 }
}

/// Bytes with numbers as zip archives store them. Offsets past the end are a mistake of the caller, who checks a record's
/// length once.
struct LittleEndianBytes {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  func number16(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }

  func number32(_ at: Int) -> Int { number16(at) | number16(at + 2) << 16 }

  /// Nil when it is too large for an offset or a size.
  func number64(_ at: Int) -> Int? {
    let high = number32(at + 4)
    return high <= 0x7FFF_FFFF ? number32(at) | high << 32 : nil
  }
}
