/// Regular expression syntax that has another meaning in a Lua pattern.
enum RegularExpressionSyntax {
  static func misuse(in pattern: String) -> (message: String, fix: String)? {
    let bytes = Array(pattern.utf8)
    if pattern.contains("[[:") || pattern.contains(":]]") {
      return ("'[:…:]' has no special meaning in a Lua pattern", "write a class such as %a, %d or %s")
    }
    if bytes.count > 2, bytes.first == UInt8(ascii: "/"), [UInt8(ascii: "i"), UInt8(ascii: "g")].contains(bytes.last),
      bytes[bytes.count - 2] == UInt8(ascii: "/")
    {
      return ("the slashes match themselves", "write the pattern without them; compare text:lower() to ignore case")
    }
    if pattern.hasPrefix("/^") || pattern.hasSuffix("$/") {
      return ("the slashes match themselves", "write the pattern without them")
    }
    if let first = bytes.first(where: { $0 != UInt8(ascii: "^") }), bytes.count > 1,
      first == UInt8(ascii: "*")
    {
      return ("'\(Character(UnicodeScalar(first)))' at the start matches itself", "write '.*', or leave it out")
    }
    if pattern.contains("$|^") || pattern.contains("$|") && pattern.hasPrefix("^") {
      return ("'|' matches itself: Lua patterns have no alternatives", "match against each pattern in turn")
    }
    let words = bytes.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    if words.count > 1, words.allSatisfy({ $0.count > 1 && $0.allSatisfy(isNameByte) }) {
      return ("'|' matches itself: Lua patterns have no alternatives", "match against each pattern in turn")
    }
    var isInSet = false
    var openParentheses = 0
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      let next = at + 1 < bytes.count ? bytes[at + 1] : 0
      switch byte {
      case UInt8(ascii: "%"): at += 1
      case UInt8(ascii: "\\") where classes[next] != nil:
        let letter = Character(UnicodeScalar(next))
        return (
          "'\\\(letter)' matches a backslash before '\(letter)': Lua patterns escape with '%'",
          "write '\(classes[next] ?? "")'"
        )
      case UInt8(ascii: "\\") where escapes.contains(next):
        let character = Character(UnicodeScalar(next))
        return (
          "'\\\(character)' does not escape '\(character)': Lua patterns escape with '%'", "write '%\(character)'"
        )
      case UInt8(ascii: "["): isInSet = true
      case UInt8(ascii: "]"): isInSet = false
      case _ where isInSet: break
      case UInt8(ascii: "("):
        if next == UInt8(ascii: "?") {
          return ("'(?' has no special meaning in a Lua pattern", "write the pattern without it")
        }
        openParentheses += 1
      case UInt8(ascii: ")"):
        openParentheses = max(0, openParentheses - 1)
        if [UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "?")].contains(next) {
          return (
            "'\(Character(UnicodeScalar(next)))' after a group matches itself: Lua patterns repeat single characters",
            "write the pattern without it, or match in a loop"
          )
        }
      case UInt8(ascii: "|") where openParentheses > 0 && bytes[at...].contains(UInt8(ascii: ")")):
        return ("'|' matches itself: Lua patterns have no alternatives", "match against each pattern in turn")
      case UInt8(ascii: "{") where at > 0 && isCount(bytes[(at + 1)...]):
        return ("'{…}' matches itself: Lua patterns have no counts", "repeat the item, or check the length with #")
      case UInt8(ascii: "*"), UInt8(ascii: "+"):
        if next == UInt8(ascii: "?") {
          return (
            "'\(Character(UnicodeScalar(byte)))?' is not lazy in a Lua pattern", "write '-' for the shortest match"
          )
        }
      default: break
      }
      at += 1
    }
    return nil
  }

  /// Whether a byte is common in names, such as `a`, `.`, `%` or `$`.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte | 0x20 == byte ? byte & 0xDF : byte)
      || "_.%$^-".utf8.contains(byte)
  }

  private static let classes: [UInt8: String] = [
    UInt8(ascii: "d"): "%d", UInt8(ascii: "D"): "%D", UInt8(ascii: "w"): "[%w_]", UInt8(ascii: "W"): "[^%w_]",
    UInt8(ascii: "s"): "%s", UInt8(ascii: "S"): "%S", UInt8(ascii: "b"): "%f[%w]",
  ]

  private static let escapes = Set(".+*?()[]{}^$|/-".utf8)

  /// Whether `1,3}` follows.
  private static func isCount(_ bytes: ArraySlice<UInt8>) -> Bool {
    let inside = bytes.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ",") }
    return inside.first.map { (0x30...0x39).contains($0) } == true
      && bytes.dropFirst(inside.count).first == UInt8(ascii: "}")
  }
}
