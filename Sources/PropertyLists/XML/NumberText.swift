import Basics

/// Parses integers and reals of property lists (`CFPropertyList.c`, `parseIntegerTag` and `parseRealTag`).
enum NumberText {
  enum IntegerResult {
    case signed(Int64)
    case unsigned(UInt64)
    case empty
    case overflow
    case unexpected(offset: Int)
  }

  /// Parses blanks, a sign, blanks, then decimal or `0x` hexadecimal digits up to the end; −2⁶³ … 2⁶⁴−1.
  @inline(__always) static func integer(_ text: UnsafePointer<UInt8>, _ count: Int) -> IntegerResult {
    // Almost all integers are a few decimal digits.
    if count > 0, count < 19 {
      var value: Int64 = 0
      var at = 0
      while at < count {
        let digit = text[at] &- 0x30
        if digit > 9 { return general(text, count) }
        value = value &* 10 &+ Int64(digit)
        at += 1
      }
      return .signed(value)
    }
    return general(text, count)
  }

  @inline(never) private static func general(_ text: UnsafePointer<UInt8>, _ count: Int) -> IntegerResult {
    var at = 0
    while at < count, isBlank(text[at]) { at += 1 }
    guard at < count else { return .empty }
    var isNegative = false
    if text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") {
      isNegative = text[at] == UInt8(ascii: "-")
      at += 1
      while at < count, isBlank(text[at]) { at += 1 }
    }
    var radix: UInt64 = 10
    if at + 1 < count, text[at] == UInt8(ascii: "0"), text[at + 1] | 0x20 == UInt8(ascii: "x") {
      radix = 16
      at += 2
    }
    guard at < count else { return .empty }
    var magnitude: UInt64 = 0
    while at < count {
      guard let digit = Hexadecimal.value(text[at]), UInt64(digit) < radix else { return .unexpected(offset: at) }
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      if overflow || carry { return .overflow }
      magnitude = sum
      at += 1
    }
    if isNegative {
      guard magnitude <= 1 << 63 else { return .overflow }
      return .signed(Int64(bitPattern: 0 &- magnitude))
    }
    return magnitude <= UInt64(Int64.max) ? .signed(Int64(bitPattern: magnitude)) : .unsigned(magnitude)
  }

  /// Parses blanks, a sign, digits with at most one point, an exponent; or `nan`, `inf`, `infinity` in any letter case without blanks.
  /// Returns nil for anything else, including trailing blanks.
  static func real(_ text: UnsafePointer<UInt8>, _ count: Int) -> Double? {
    var at = 0
    while at < count, isBlank(text[at]) { at += 1 }
    let start = at
    // Blanks may only precede digits.
    if start == 0, let word = word(text, 0, count) { return word }
    var isNegative = false
    if at < count, text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") {
      isNegative = text[at] == UInt8(ascii: "-")
      at += 1
    }
    var digits = 0
    var mantissa: UInt64 = 0
    var scale = 0
    var sawPoint = false
    while at < count {
      let byte = text[at]
      if byte == UInt8(ascii: "."), !sawPoint {
        sawPoint = true
      } else if byte &- 0x30 <= 9 {
        digits += 1
        if digits <= 18 { mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30) }
        if sawPoint { scale -= 1 }
      } else {
        break
      }
      at += 1
    }
    guard digits > 0 else { return nil }
    if at < count {
      guard text[at] | 0x20 == UInt8(ascii: "e"), skipExponent(text, at + 1, count) else { return nil }
    } else if digits <= 15, scale >= -22 {
      // Both operands are exact, so the quotient is correctly rounded.
      let value = Double(mantissa) / powersOfTen[-scale]
      return isNegative ? -value : value
    }
    return Double(String(decoding: UnsafeBufferPointer(start: text + start, count: count - start), as: UTF8.self))
  }

  private static func skipExponent(_ text: UnsafePointer<UInt8>, _ start: Int, _ count: Int) -> Bool {
    var at = start
    if at < count, text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") { at += 1 }
    guard at < count else { return false }
    while at < count {
      if text[at] &- 0x30 > 9 { return false }
      at += 1
    }
    return true
  }

  private static func word(_ text: UnsafePointer<UInt8>, _ start: Int, _ count: Int) -> Double? {
    guard start < count, text[count - 1] | 0x20 >= UInt8(ascii: "f"), count - start <= 9 else { return nil }
    let lowered = UnsafeBufferPointer(start: text + start, count: count - start).map { $0 | 0x20 }
    return switch String(decoding: lowered, as: UTF8.self) {
    case "nan": Double.nan
    // Bit 0x20 is set in both signs.
    case "inf", "+inf", "infinity", "+infinity": Double.infinity
    case "-inf", "-infinity": -Double.infinity
    default: nil
    }
  }

  @inline(__always) private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 9 && byte <= 13) }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
