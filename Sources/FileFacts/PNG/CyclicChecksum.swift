/// The 32-bit cyclic redundancy check of PNG chunks (PNG specification, annex D; ISO 3309).
enum CyclicChecksum {
  /// The check of all `bytes`. Bit by bit: what is checked here is 17 bytes long.
  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
