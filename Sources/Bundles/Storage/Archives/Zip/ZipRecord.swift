struct ZipRecord: Sendable {
  var flags: Int
  var method: Int
  var checksum: UInt32
  var compressed: Int
  var size: Int
  var offset: Int
  /// The end of the entry: the position of the next entry's header or the central directory.
  var end: Int
  var dataStart = 0
  /// False if the size is known only modulo 2^32.
  var isSizeKnown = true
  /// False if the archive contains only 32 bits of the sizes.
  var isWhole = true

  static let stored = 0
  static let deflated = 8

  /// The length of a local header without name and extra fields.
  static let localHeaderSize = 30
  /// The length of the longest data descriptor: signature, checksum and two 64-bit sizes.
  static let descriptorSize = 24

  /// Bits 0, 6 and 13: encrypted, strongly encrypted, and masked headers.
  static let encryptionFlags = 1 << 0 | 1 << 6 | 1 << 13
  /// Bit 3: a data descriptor with sizes and checksum follows the entry's bytes.
  static let descriptorFlag = 1 << 3
  /// Bit 11: the name is UTF-8.
  static let utf8Flag = 1 << 11

  var isEncrypted: Bool { flags & Self.encryptionFlags != 0 }
}

/// Bytes with accessors for little-endian numbers. The caller must check offsets, once for each record.
struct LittleEndianBytes {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  func number16(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }

  func number32(_ at: Int) -> Int { number16(at) | number16(at + 2) << 16 }

  /// Nil if the number is too large for an offset or a size.
  func number64(_ at: Int) -> Int? {
    let high = number32(at + 4)
    return high <= 0x7FFF_FFFF ? number32(at) | high << 32 : nil
  }
}
