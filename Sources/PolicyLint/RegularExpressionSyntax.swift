import Basics

/// Regular expression syntax that has another meaning in a Lua pattern.
enum RegularExpressionSyntax {
  static func misuse(in pattern: String) -> (message: String, fix: String)? {
    let alternatives = ("'|' matches itself: Lua patterns have no alternatives", "match against each pattern in turn")
    if pattern.contains("[[:") || pattern.contains(":]]") {
      return ("'[:…:]' has no special meaning in a Lua pattern", "write a class such as %a, %d or %s")
    }
    if pattern.utf8.count > 2, pattern.hasPrefix("/"), pattern.hasSuffix("/i") || pattern.hasSuffix("/g") {
      return ("the slashes match themselves", "write the pattern without them; compare text:lower() to ignore case")
    }
    if pattern.hasPrefix("/^") || pattern.hasSuffix("$/") {
      return ("the slashes match themselves", "write the pattern without them")
    }
    let characters = Array(pattern.unicodeScalars)
    if characters.count > 1, characters.first(where: { $0 != "^" }) == "*" {
      return ("'*' at the start matches itself", "write '.*', or leave it out")
    }
    if pattern.contains("$|^") || pattern.contains("$|") && pattern.hasPrefix("^") { return alternatives }
    let words = characters.split(separator: "|", omittingEmptySubsequences: false)
    if words.count > 1, words.allSatisfy({ $0.count > 1 && $0.allSatisfy(isInName) }) { return alternatives }
    var (isInSet, openParentheses, at) = (false, 0, 0)
    while at < characters.count {
      let character = characters[at]
      let next = at + 1 < characters.count ? characters[at + 1] : "\0"
      switch character {
      case "%": at += 1
      case "\\" where classes[next] != nil:
        return (
          "'\\\(next)' matches a backslash before '\(next)': Lua patterns escape with '%'",
          "write '\(classes[next] ?? "")'"
        )
      case "\\" where ".+*?()[]{}^$|/-".unicodeScalars.contains(next):
        return ("'\\\(next)' does not escape '\(next)': Lua patterns escape with '%'", "write '%\(next)'")
      case "[": isInSet = true
      case "]": isInSet = false
      case _ where isInSet: break
      case "(" where next == "?":
        return ("'(?' has no special meaning in a Lua pattern", "write the pattern without it")
      case "(": openParentheses += 1
      case ")" where "+*?".unicodeScalars.contains(next):
        return (
          "'\(next)' after a group matches itself: Lua patterns repeat single characters",
          "write the pattern without it, or match in a loop"
        )
      case ")": openParentheses = max(0, openParentheses - 1)
      case "|" where openParentheses > 0 && characters[at...].contains(")"): return alternatives
      case "{" where at > 0 && isCount(characters[(at + 1)...]):
        return ("'{…}' matches itself: Lua patterns have no counts", "repeat the item, or check the length with #")
      case "*" where next == "?", "+" where next == "?":
        return ("'\(character)?' is not lazy in a Lua pattern", "write '-' for the shortest match")
      default: break
      }
      at += 1
    }
    return nil
  }

  /// Whether a character is common in names, such as `a`, `.`, `%` or `$`.
  private static func isInName(_ character: Unicode.Scalar) -> Bool {
    "_.%$^-".unicodeScalars.contains(character) || character.isASCII && UInt8(ascii: character).isASCIIAlphanumeric
  }

  private static let classes: [Unicode.Scalar: String] = [
    "d": "%d", "D": "%D", "w": "[%w_]", "W": "[^%w_]", "s": "%s", "S": "%S", "b": "%f[%w]",
  ]

  /// Whether `1,3}` follows.
  private static func isCount(_ characters: ArraySlice<Unicode.Scalar>) -> Bool {
    let inside = characters.prefix { "0"..."9" ~= $0 || $0 == "," }
    return inside.first.map { $0 != "," } == true && characters.dropFirst(inside.count).first == "}"
  }
}
