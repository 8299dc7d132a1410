/// Excerpts of a file for messages: one line, short, and harmless to a terminal.
enum Excerpt {
  private static let limit = 60

  static func of(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> String {
    var end = min(count, limit)
    // Do not split a character.
    while end < count, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    let shown = String(decoding: UnsafeBufferPointer(start: bytes, count: end), as: UTF8.self)
    return line(shown) + (end < count ? "…" : "")
  }

  static func of(_ text: UnsafePointer<UInt8>) -> String {
    var count = 0
    while text[count] != 0 { count += 1 }
    return of(text, count)
  }

  /// A string with all control characters and invisible characters replaced by spaces.
  static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars { line.unicodeScalars.append(isVisible(scalar) ? scalar : " ") }
    return line
  }

  /// A character in quotes, with its code point unless it is printable ASCII.
  static func character(_ scalar: Unicode.Scalar) -> String {
    if scalar.isASCII, scalar.value >= 0x20, scalar.value != 0x7F { return "'\(scalar)'" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return isVisible(scalar) && scalar.properties.generalCategory != .spaceSeparator
      ? "'\(scalar)' (\(number))" : number
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
    default: true
    }
  }
}
