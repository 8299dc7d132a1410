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
