package enum GroupedCount {
  package static func text(_ count: Int) -> String {
    var text = ""
    let digits = String(count)
    for (position, digit) in digits.enumerated() {
      if position > 0 && digit != "-" && (digits.count - position) % 3 == 0 && text != "-" { text += "," }
      text.append(digit)
    }
    return text
  }

  package static func text(_ count: Int, _ singular: String, _ plural: String) -> String {
    "\(text(count)) \(count == 1 ? singular : plural)"
  }
}
