/// Base 64 (RFC 4648).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of the bytes, padded, on one line; empty for none.
  package static func encode(_ bytes: UnsafeRawBufferPointer?) -> String {
    guard let bytes else { return "" }
    let alphabet = alphabet
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var position = 0
    while position < bytes.count {
      let taken = min(3, bytes.count - position)
      var group: UInt32 = 0
      for offset in 0..<3 { group = group << 8 | (offset < taken ? UInt32(bytes[position + offset]) : 0) }
      for digit in 0..<4 {
        let value = Int(group >> (18 - 6 * UInt32(digit)) & 63)
        text.append(digit <= taken ? alphabet[value] : UInt8(ascii: "="))
      }
      position += taken
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The same.
  package static func encode(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { encode($0) } }

  /// The bytes that digits of the standard alphabet stand for; nil for anything else, also without the padding or with blanks.
  ///
  /// Bits that are left over in the last digit have to be zero, so that only one text stands for the same bytes, unless `sparesBits`.
  package static func decode(_ digits: some Collection<UInt8>, sparesBits: Bool = false) -> [UInt8]? {
    guard digits.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    var (group, filled, padding): (UInt32, Int, Int) = (0, 0, 0)
    for digit in digits {
      if digit == UInt8(ascii: "=") {
        padding += 1
        group <<= 6
      } else {
        guard padding == 0, let value = value(of: digit) else { return nil }
        group = group << 6 | value
      }
      filled += 1
      guard filled == 4 else { continue }
      guard padding <= 2, sparesBits || padding == 0 || group & (padding == 1 ? 0xFF : 0xFFFF) == 0 else { return nil }
      for shift in [UInt32(16), 8, 0].dropLast(padding) { bytes.append(UInt8(truncatingIfNeeded: group >> shift)) }
      (group, filled) = (0, 0)
    }
    return bytes
  }

  /// The same of digits of either alphabet, all of the standard or all of the URL-safe one.
  package static func decode(ofEitherAlphabet digits: some Collection<UInt8>) -> [UInt8]? {
    let (plus, slash, minus, underscore) = (
      UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_")
    )
    guard digits.contains(where: { $0 == minus || $0 == underscore }) else { return decode(digits) }
    guard !digits.contains(where: { $0 == plus || $0 == slash }) else { return nil }
    return decode(digits.map { $0 == minus ? plus : $0 == underscore ? slash : $0 })
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
