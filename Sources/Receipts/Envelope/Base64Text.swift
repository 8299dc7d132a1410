/// Base64 (RFC 4648), with padding.
enum Base64Text {
  private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Digits of the standard alphabet.
  static func of(_ bytes: [UInt8]) -> [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity((bytes.count + 2) / 3 * 4)
    var at = 0
    while at < bytes.count {
      let first = bytes[at]
      let second = at + 1 < bytes.count ? bytes[at + 1] : 0
      let third = at + 2 < bytes.count ? bytes[at + 2] : 0
      digits.append(standard[Int(first >> 2)])
      digits.append(standard[Int((first & 3) << 4 | second >> 4)])
      digits.append(at + 1 < bytes.count ? standard[Int((second & 15) << 2 | third >> 6)] : UInt8(ascii: "="))
      digits.append(at + 2 < bytes.count ? standard[Int(third & 63)] : UInt8(ascii: "="))
      at += 3
    }
    return digits
  }

  /// What digits of either alphabet stand for, all of the standard or all of the URL-safe one: verifiers take both (DSSE 1.0.2).
  ///
  /// Nil unless they are the only digits of that alphabet for these bytes: no blanks, padding in full, no bits left over.
  static func bytes(_ digits: some Collection<UInt8>) -> [UInt8]? {
    guard digits.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) else {
      return standardBytes(digits)
    }
    guard !digits.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else { return nil }
    return standardBytes(
      digits.map { digit in
        switch digit {
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: digit
        }
      })
  }

  /// The same, of the standard alphabet alone.
  static func standardBytes(_ digits: some Collection<UInt8>) -> [UInt8]? {
    guard digits.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    var group: UInt32 = 0
    var filled = 0
    var padding = 0
    for digit in digits {
      if digit == UInt8(ascii: "=") {
        padding += 1
      } else {
        guard padding == 0, let value = value(digit) else { return nil }
        group = group << 6 | value
      }
      filled += 1
      guard filled == 4 else { continue }
      switch padding {
      case 0:
        bytes += [
          UInt8(truncatingIfNeeded: group >> 16), UInt8(truncatingIfNeeded: group >> 8),
          UInt8(truncatingIfNeeded: group),
        ]
      case 1:
        guard group & 3 == 0 else { return nil }
        bytes += [UInt8(truncatingIfNeeded: group >> 10), UInt8(truncatingIfNeeded: group >> 2)]
      case 2:
        guard group & 15 == 0 else { return nil }
        bytes.append(UInt8(truncatingIfNeeded: group >> 4))
      default: return nil
      }
      (group, filled) = (0, 0)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
