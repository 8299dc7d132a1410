/// Writes values in the format of NeXTSTEP and as strings files, with or without quotes, with escapes, comments and errors.
struct OldStyleSpelling {
  private var random: RandomNumbers
  private let oddity: Double

  init(_ random: RandomNumbers) {
    self.random = random
    oddity = self.random.of([0, 0.03, 0.1])
  }

  /// With braces if the value is a dictionary.
  mutating func document(_ value: SampleValue) -> [UInt8] { encode(gap() + text(value) + gap() + tail()) }

  /// `key = value;` without braces.
  mutating func strings(_ entries: [SampleValue.Entry]) -> [UInt8] { encode(gap() + body(entries) + gap() + tail()) }

  private mutating func tail() -> String {
    isOdd() ? random.of([";", "}", "x", "\"", "/* open", "a b", "\0", "// end"]) : ""
  }

  private mutating func encode(_ text: String) -> [UInt8] {
    if random.chance(0.7) { return TextBytes.encode(text, .utf8, mark: random.chance(0.1)) }
    return TextBytes.encode(text, random.of(TextBytes.Encoding.allCases), mark: random.chance(0.9))
  }

  private mutating func text(_ value: SampleValue) -> String {
    switch value {
    case .dictionary(let entries): return "{" + gap() + body(entries) + gap() + "}"
    case .array(let elements), .set(let elements):
      var text = "("
      for (at, element) in elements.enumerated() {
        if at > 0 { text += isOdd() ? random.of([";", "", ",,"]) : "," }
        text += gap() + self.text(element) + gap()
      }
      return text + (random.chance(0.1) && !elements.isEmpty ? "," : "") + gap() + ")"
    case .string(let string): return isOdd() ? random.of(Self.odd) : spelt(string)
    case .data(let bytes): return data(bytes)
    default: return "word"
    }
  }

  private static let odd = [
    "\"\\U00e9\"", "\"\\U1F600\"", "\"\\Ud83d\\Ude00\"", "\"\\Ud83d\"", "\"\\U41\"", "\"\\U\"", "\"\\u00e9\"",
    "\"\\x41\"", "\"\\351\"", "\"\\7\"", "\"\\101\"",
    "\"\\400\"", "\"\\777\"", "\"\\8\"", "\"\\a\\b\\f\\n\\r\\t\\v\\\"\\'\\\\\"", "\"\\q\"", "\"\\\n\"", "'it''s'",
    "'a\"b'", "\"open", "a#b", "a/b", "a//b", "/a",
    "<*I5>", "<*R1.5>", "<*BY>", "<*D2001-01-01 00:00:00 +0000>", "@\"x\"", "\"\"", "''", "é", "a-b.c:d_e$f", "\"\\0\"",
    "\"\\U0000\"", "\"\\1234\"", "-", "\"a\" \"b\"",
  ]

  private mutating func body(_ entries: [SampleValue.Entry]) -> String {
    var text = ""
    for entry in entries {
      text += gap() + spelt(entry.key) + gap()
      if !random.chance(0.05) {
        text += (isOdd() ? random.of(["", ":", "=="]) : "=") + gap() + self.text(entry.value) + gap()
      }
      text += isOdd() ? random.of(["", ",", ";;"]) : ";"
    }
    return text
  }

  private mutating func data(_ bytes: [UInt8]) -> String {
    var text = "<"
    for byte in bytes {
      let digits = String(byte, radix: 16)
      text += byte < 16 ? "0" + digits : random.chance(0.5) ? digits.uppercased() : digits
      if random.chance(0.1) { text += " " }
      if isOdd() { text += random.of(["\n", "f", "g", "/* c */", "-"]) }
    }
    return text + ">"
  }

  private mutating func spelt(_ string: String) -> String {
    let plain = string.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || "_$.:-".utf8.contains($0)
    }
    if plain, !string.isEmpty, random.chance(0.5) { return string }
    let quote: Unicode.Scalar = random.chance(0.9) ? "\"" : "'"
    var text = String(quote)
    for scalar in string.unicodeScalars {
      switch scalar {
      case quote, "\\": text += "\\\(scalar)"
      case "\n": text += random.chance(0.5) ? "\\n" : "\n"
      case "\t": text += random.chance(0.5) ? "\\t" : "\t"
      case _ where scalar.value > 127 && scalar.value < 0x10000 && random.chance(0.3):
        let digits = String(scalar.value, radix: 16)
        text += "\\U" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
      if isOdd(), random.chance(0.3) { text += random.of(["\\351", "\\", "\\U0041", "\\\n", "\"", "\\e", "\r"]) }
    }
    return text + String(quote)
  }

  /// Text that is allowed between two tokens.
  private mutating func gap() -> String {
    if isOdd() {
      return random.of([
        "/* c */", "// c\n", "// c\r", "/**/", "/* /* */", "# c\n", "\u{2028}", "\u{A0}", "/", "\u{B}", "\u{FEFF}",
        "// \u{2028} ; \n",
      ])
    }
    return random.of(["", " ", "\n", "\t"])
  }

  private mutating func isOdd() -> Bool { random.chance(oddity) }
}
