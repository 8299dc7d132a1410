/// Which bytes a string without quotes may have: `A-Za-z0-9_$/:.-`.
enum OldStyleCharacters {
  @inline(__always) static func isBare(_ byte: UInt8) -> Bool {
    let letter = (byte | 0x20) &- 0x61
    if letter < 26 || byte == UInt8(ascii: "_") { return true }
    // '$' 0x24, '-' '.' '/' 0x2D…0x2F, digits and ':' 0x30…0x3A.
    return byte == 0x24 || (byte >= 0x2D && byte <= 0x3A)
  }
}
