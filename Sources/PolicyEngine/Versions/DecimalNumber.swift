/// A non-negative integer of any size, kept as its digits.
struct DecimalNumber: Hashable, Sendable {
  /// Without leading zeros; `0` for zero.
  let digits: String

  static let zero = DecimalNumber(digits: "0")

  private init(digits: String) { self.digits = digits }

  /// Nil unless the text is one or more ASCII digits.
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

  /// Compares two lists of numbers, the shorter one continued with zeros.
  static func compare(_ left: [DecimalNumber], _ right: [DecimalNumber]) -> Int {
    for position in 0..<max(left.count, right.count) {
      let order = (position < left.count ? left[position] : .zero)
        .compare(to: position < right.count ? right[position] : .zero)
      if order != 0 { return order }
    }
    return 0
  }
}
