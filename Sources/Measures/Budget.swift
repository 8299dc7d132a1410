import BuildRecords

package struct Budget: Hashable, Sendable {
  package struct Amount: Hashable, Sendable {
    package let value: Int64
    package let text: String

    /// Parses `80 MB`, `1.5 GiB` or `40`; nil if the text is not such an amount. Parts of a byte are dropped.
    package init?(_ text: String) {
      let words = text.split(separator: " ", omittingEmptySubsequences: false)
      var number = words[0][...]
      var unit = words.count > 1 ? words[1] : ""
      guard words.count <= 2, words.count == 1 || !unit.isEmpty else { return nil }
      if unit.isEmpty, let end = number.firstIndex(where: { !$0.isASCII || !$0.isNumber && $0 != "." }) {
        (number, unit) = (number[..<end], number[end...])
      }
      guard let scale = unit.isEmpty ? 1 : MeasureText.units.first(where: { $0.name == unit })?.bytes else {
        return nil
      }
      guard let thousandths = Self.thousandths(number), !unit.isEmpty || thousandths % 1000 == 0 else { return nil }
      let (product, overflows) = thousandths.multipliedReportingOverflow(by: scale)
      if overflows { return nil }
      (value, self.text) = (product / 1000, text)
    }

    package init(_ value: Int64) { (self.value, text) = (value, String(value)) }

    /// A decimal number with at most three digits after the period, times 1000.
    fileprivate static func thousandths(_ text: Substring) -> Int64? {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      let isDecimal = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
      guard isDecimal, (1...2).contains(parts.count), parts[0].count <= 12 else { return nil }
      let fraction = parts.count == 2 ? parts[1] : ""
      guard fraction.count <= 3 else { return nil }
      return Int64(parts[0] + fraction + String(repeating: "0", count: 3 - fraction.count))
    }
  }

  package enum Growth: Hashable, Sendable {
    case percent(thousandths: Int64, text: String)
    case amount(Amount)

    /// Parses `2 %`, `0.5%` or an amount.
    package init?(_ text: String) {
      if text.utf8.last == UInt8(ascii: "%") {
        var number = text.dropLast()
        if number.last == " " { number = number.dropLast() }
        guard let thousandths = Amount.thousandths(number) else { return nil }
        self = .percent(thousandths: thousandths, text: text)
      } else {
        guard let amount = Amount(text) else { return nil }
        self = .amount(amount)
      }
    }

    package var text: String {
      switch self {
      case .percent(_, let text): text
      case .amount(let amount): amount.text
      }
    }

    /// The largest value that may follow an earlier one. Parts of a byte are dropped.
    package func limit(after earlier: Int64) -> Int64 {
      let more: Int64
      switch self {
      case .percent(let thousandths, _):
        let (high, low) = earlier.multipliedFullWidth(by: thousandths)
        // More than 100,000 times as much.
        guard high < 50_000, high >= 0 else { return .max }
        more = Int64(100_000).dividingFullWidth((high, low)).quotient
      case .amount(let amount): more = amount.value
      }
      let sum = earlier.addingReportingOverflow(more)
      return sum.overflow ? .max : sum.partialValue
    }
  }

  package let measure: String
  package let max: Amount?
  package let growth: Growth?

  package init(measure: String, max: Amount?, growth: Growth?) {
    (self.measure, self.max, self.growth) = (measure, max, growth)
  }

  package var summary: String {
    let limits = [
      max.map { "is at most \($0.text)" }, growth.map { "grows by at most \($0.text) from build to build" },
    ]
    return "\(measure) \(limits.compactMap(\.self).joined(separator: " and "))"
  }
}
