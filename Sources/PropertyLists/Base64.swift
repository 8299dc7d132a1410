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
}
