/// Numbers as binary property lists store them.
enum BigEndianBytes {
  /// 1 to 8 bytes, most significant first.
  @inline(__always) static func load(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> UInt64 {
    if size == 1 { return UInt64(bytes[0]) }
    if size == 2 { return UInt64(bytes[0]) << 8 | UInt64(bytes[1]) }
    var value: UInt64 = 0
    for at in 0..<size { value = value << 8 | UInt64(bytes[at]) }
    return value
  }

  @inline(__always) static func isASCII(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let raw = UnsafeRawPointer(bytes)
    var at = 0
    var all: UInt64 = 0
    while at + 8 <= count {
      all |= raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      at += 8
    }
    while at < count {
      all |= UInt64(bytes[at])
      at += 1
    }
    return all & 0x8080_8080_8080_8080 == 0
  }
}
