/// A non-negative integer of any size, stored as decimal digits.
struct DecimalNumber: Hashable, Sendable {
  /// Without leading zeros; `0` for zero.
  let digits: String

  static let zero = DecimalNumber(digits: "0")

  private init(digits: String) { self.digits = digits }

  /// Fails unless the text is one or more ASCII digits.
  init?(_ text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    let significant = text.drop { $0 == "0" }
    digits = significant.isEmpty ? "0" : String(significant)
  }

  func compare(to other: DecimalNumber) -> Int {
    let (left, right) = (digits.utf8, other.digits.utf8)
    if left.count != right.count { return left.count < right.count ? -1 : 1 }
    if left.elementsEqual(right) { return 0 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  /// Compares two lists of numbers, padding the shorter one with zeros.
  static func compare(_ left: [DecimalNumber], _ right: [DecimalNumber]) -> Int {
    for position in 0..<max(left.count, right.count) {
      let order = (position < left.count ? left[position] : .zero)
        .compare(to: position < right.count ? right[position] : .zero)
      if order != 0 { return order }
    }
    return 0
  }

  /// The digits, preceded by their number, because a number with more digits is larger.
  var sortKey: [UInt8] {
    let count = digits.utf8.count
    var key: [UInt8] = []
    if count < 0xFF {
      key.append(UInt8(count))
    } else {
      key.append(0xFF)
      withUnsafeBytes(of: UInt64(count).bigEndian) { key += $0 }
    }
    return key + digits.utf8
  }

  /// The concatenated keys without trailing zeros, terminated by 0, with which no number's key starts.
  static func sortKey(_ numbers: [DecimalNumber]) -> [UInt8] {
    let count = numbers.lastIndex { $0 != .zero }.map { $0 + 1 } ?? 0
    return numbers.prefix(count).flatMap(\.sortKey) + [0]
  }
}
