/// Characters of Lua patterns that are probably meant to match themselves.
enum PatternSlips {
  static func problem(
    in pattern: String, _ function: String
  ) -> (code: LintCode, message: String, fix: String)? {
    let bytes = Array(pattern.utf8)
    if pattern == ".", function == "find" { return period(pattern) }
    // A name such as `.app` or `.dylib$`, or one such as `com.example.`.
    var rest = bytes[...]
    if rest.first == UInt8(ascii: "^") { rest = rest.dropFirst() }
    if rest.suffix(2).elementsEqual(".*".utf8) { rest = rest.dropLast(2) }
    let isName = rest.allSatisfy { isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "$") }
    let letters = rest.filter(isWord).count
    // A replacement is usually of a known text, where it makes no difference.
    if function != "gsub", isName, letters > 1, rest.contains(UInt8(ascii: ".")),
      rest.dropLast().allSatisfy({ $0 != UInt8(ascii: "$") })
    {
      return period(pattern)
    }
    for at in bytes.indices.dropFirst().dropLast() where bytes[at] == UInt8(ascii: "-") {
      guard bytes.allSatisfy({ isWord($0) || ".-^$ ".utf8.contains($0) }), isWord(bytes[at - 1]), isWord(bytes[at + 1])
      else { continue }
      return (
        .patternHyphen, "'-' makes the character before it optional and repeatable",
        "write '%-', or search for plain text: text:find(\"\(pattern)\", 1, true)"
      )
    }
    return nil
  }

  /// The letters that every match of a pattern contains, or some of them.
  static func certainLetters(of pattern: String) -> String {
    var (letters, isInSet) = ("", false)
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      switch character {
      case "%": _ = rest.popFirst()
      case "[": isInSet = true
      case "]": isInSet = false
      case _ where isInSet || "?*-".contains(rest.first ?? " "): break
      default: letters.append(character)
      }
    }
    return letters
  }

  private static func period(_ pattern: String) -> (code: LintCode, message: String, fix: String) {
    let escaped = pattern.replacing(".", with: "%.")
    return (.patternPeriod, "'.' matches any character", "write '\(escaped)'")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "_")
  }
}
