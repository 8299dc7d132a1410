/// A non-negative integer of any size, stored as decimal digits.
struct DecimalNumber: Hashable, Sendable {
  /// Without leading zeros; `0` for zero.
  let digits: String

  static let zero = DecimalNumber(digits: "0")

  private init(digits: String) { self.digits = digits }

  /// Fails unless the text is one or more ASCII digits.
  init?(_ text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    let significant = text.drop { $0 == "0" }
    digits = significant.isEmpty ? "0" : String(significant)
  }

  /// The digits, preceded by their number, because a number with more digits is larger.
  var sortKey: [UInt8] {
    let count = digits.utf8.count
    if count < 0xFF { return [UInt8(count)] + digits.utf8 }
    return [0xFF] + withUnsafeBytes(of: UInt64(count).bigEndian) { Array($0) } + digits.utf8
  }

  private var successor: String {
    var digits = Array(digits.utf8)
    for position in digits.indices.reversed() {
      if digits[position] < UInt8(ascii: "9") {
        digits[position] += 1
        return String(decoding: digits, as: UTF8.self)
      }
      digits[position] = UInt8(ascii: "0")
    }
    return "1" + String(decoding: digits, as: UTF8.self)
  }
}

// Lists of numbers separated by periods.
extension DecimalNumber {
  /// Fails unless all parts are numbers.
  static func list(_ text: Substring) -> [DecimalNumber]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { DecimalNumber($0) }
    return numbers.count == parts.count ? numbers : nil
  }

  static func text(_ numbers: some Sequence<DecimalNumber>) -> String { numbers.map(\.digits).joined(separator: ".") }

  /// The list with its last number increased by one.
  static func raised(_ numbers: some BidirectionalCollection<DecimalNumber>) -> String {
    (numbers.dropLast().map(\.digits) + [(numbers.last ?? .zero).successor]).joined(separator: ".")
  }

  /// The concatenated keys without trailing zeros, terminated by 0, with which no number's key starts.
  static func sortKey(_ numbers: [DecimalNumber]) -> [UInt8] {
    let count = numbers.lastIndex { $0 != .zero }.map { $0 + 1 } ?? 0
    return numbers.prefix(count).flatMap(\.sortKey) + [0]
  }
}
