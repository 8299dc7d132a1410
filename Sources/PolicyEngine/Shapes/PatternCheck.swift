/// Whether a text is a Lua 5.4 pattern. Lua finds out only when matching reaches the mistake, which for a key that no bundle
/// has is never; a declaration is refused at once.
package enum PatternCheck {
  /// What is wrong with a pattern; nil when nothing is (Lua 5.4 Reference Manual, §6.4.1).
  package static func problem(in pattern: String) -> String? {
    let bytes = Array(pattern.utf8)
    var open: [Int] = []
    var closed: Set<Int> = []
    var captures = 0
    var at = bytes.first == UInt8(ascii: "^") ? 1 : 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "("):
        captures += 1
        if captures > 32 { return "it has more than 32 captures" }
        open.append(captures)
        at += 1
      case UInt8(ascii: ")"):
        guard let capture = open.popLast() else { return "a ')' closes nothing; write '%)' for the character" }
        closed.insert(capture)
        at += 1
      case UInt8(ascii: "["):
        guard let end = setEnd(bytes, at) else { return "a '[' has no ']'; write '%[' for the character" }
        at = end
      case UInt8(ascii: "%"):
        guard at + 1 < bytes.count else { return "it ends in '%'; write '%%' for the character" }
        switch bytes[at + 1] {
        case UInt8(ascii: "b"):
          guard at + 3 < bytes.count else { return "'%b' needs two characters after it" }
          at += 4
        case UInt8(ascii: "f"):
          guard at + 2 < bytes.count, bytes[at + 2] == UInt8(ascii: "[") else {
            return "'%f' needs a set '[…]' after it"
          }
          at += 2
        case let digit where (0x30...0x39).contains(digit):
          guard closed.contains(Int(digit) - 0x30) else { return "'%\(Int(digit) - 0x30)' names no finished capture" }
          at += 2
        default: at += 2
        }
      default: at += 1
      }
    }
    return open.isEmpty ? nil : "a '(' has no ')'; write '%(' for the character"
  }

  /// The place after the set that begins at `start`.
  private static func setEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    var at = start + 1
    if at < bytes.count, bytes[at] == UInt8(ascii: "^") { at += 1 }
    // A ']' that comes first is a member.
    var isFirst = true
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "]"), !isFirst { return at + 1 }
      if bytes[at] == UInt8(ascii: "%") { at += 1 }
      at += 1
      isFirst = false
    }
    return nil
  }
}
