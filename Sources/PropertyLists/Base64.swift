/// Base 64 (RFC 4648, section 4).
public enum Base64 {
  /// The text of the bytes, padded, on one line; empty for none.
  public static func encode(_ bytes: UnsafeRawBufferPointer?) -> String {
    guard let bytes else { return "" }
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var position = 0
    while position < bytes.count {
      let taken = min(3, bytes.count - position)
      var group: UInt32 = 0
      for offset in 0..<3 { group = group << 8 | (offset < taken ? UInt32(bytes[position + offset]) : 0) }
      for digit in 0..<4 {
        text.append(digit <= taken ? alphabet[Int(group >> (18 - 6 * UInt32(digit)) & 63)] : UInt8(ascii: "="))
      }
      position += taken
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that a text stands for; nil for what is no padded Base 64 on one line.
  public static func decode(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 4 == 0 else { return nil }
    let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    var group: UInt32 = 0
    for (position, digit) in digits.enumerated() {
      let isPadding = position >= digits.count - padding
      guard let value = isPadding ? 0 : value(of: digit) else { return nil }
      group = group << 6 | value
      if position % 4 == 3 {
        for shift in [UInt32(16), 8, 0] { bytes.append(UInt8(truncatingIfNeeded: group >> shift)) }
        group = 0
      }
    }
    bytes.removeLast(padding)
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case 0x41...0x5A: UInt32(digit) - 0x41
    case 0x61...0x7A: UInt32(digit) - 0x61 + 26
    case 0x30...0x39: UInt32(digit) - 0x30 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
