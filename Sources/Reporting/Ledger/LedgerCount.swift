/// Numbers of things, in words.
enum LedgerCount {
  /// With a comma before every three digits.
  static func text(_ count: Int) -> String {
    var text = ""
    let digits = String(count)
    for (position, digit) in digits.enumerated() {
      if position > 0 && digit != "-" && (digits.count - position) % 3 == 0 && text != "-" { text += "," }
      text.append(digit)
    }
    return text
  }

  /// The number and what is counted.
  static func text(_ count: Int, _ singular: String, _ plural: String) -> String {
    "\(text(count)) \(count == 1 ? singular : plural)"
  }
}
