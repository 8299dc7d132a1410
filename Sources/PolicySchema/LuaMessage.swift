import Basics
package import LuaRuntime

package struct LuaMessage {
  package let message: String
  package let hint: String?

  package init(_ failure: LuaFailure, source: [UInt8]? = nil) {
    guard failure.kind == .syntax else {
      (message, hint) = Self.running(failure.message)
      return
    }
    let lines = (source ?? []).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .prefix(failure.line ?? 0).map { Self.code(String(decoding: $0, as: UTF8.self)) }
    // A line that is not a statement may end before the one that Lua stopped at.
    let before = lines.dropLast().last { !Self.words($0).isEmpty }
    (message, hint) = Self.syntax(failure.message, lines.last ?? "", before ?? "")
  }

  // MARK: While it runs

  private static func running(_ text: String) -> (message: String, hint: String?) {
    if text.hasPrefix("C stack overflow") || text.hasPrefix("stack overflow")
      || text.hasPrefix("error in error handling")
    {
      return (
        "the call stack is too deep",
        "look for a function that calls itself without end, directly or through gsub, sort or pcall"
      )
    }
    guard text.hasPrefix("attempt to ") || text.hasPrefix("bad argument #") else { return (text, nil) }
    // Objects of bundles and property lists are userdata in Lua's own messages.
    return (
      text.replacing("two userdata values", with: "two objects").replacing("a userdata value", with: "an object")
        .replacing("userdata", with: "object"), nil
    )
  }

  // MARK: Before it runs

  private static func syntax(_ message: String, _ line: String, _ before: String) -> (message: String, hint: String?) {
    if let character = quote(near: message, line) {
      return ("unexpected character \(character)", "write straight quotes: \" or '")
    }
    if message.hasPrefix("C stack overflow") || message.contains("too many C levels") {
      return ("the source is nested too deeply", "split the expression or the blocks")
    }
    if message.hasPrefix("invalid escape sequence") {
      return (message, "patterns escape with %: write %d, %s or %.; a backslash itself is \\\\")
    }
    for (symbol, hint) in habits where line.contains(symbol) || before.contains(symbol) { return (message, hint) }
    // Elsewhere it is a division.
    if [line, before].contains(where: { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("//") }) {
      return (message, "comments begin with --")
    }
    if [line, before].contains(where: { words($0).contains("continue") }) {
      return (message, "Lua has no 'continue': write 'goto continue', with '::continue::' before the loop's 'end'")
    }
    if message.hasPrefix("'then' expected near '='") { return (message, "compare with ==") }
    if line.contains("else if") || before.contains("else if") {
      return (message, "'else if' begins another 'if', with an 'end' of its own; write 'elseif'")
    }
    // Lua parses `a: 1` as the start of a method call.
    if message.hasPrefix("<name> expected") || message.hasPrefix("function arguments expected"), line.contains(":") {
      return (message, "a field of a table is written name = value")
    }
    if message.hasPrefix("'}' expected"), let next = near(message) {
      if next.first.map({ $0.isLetter || $0 == "_" || $0 == "\"" || $0 == "[" }) == true {
        return (message, "put a comma before \(next)")
      }
    }
    return (message, nil)
  }

  private static let habits: [(symbol: String, hint: String)] = [
    ("!=", "'not equal' is written ~= in Lua"), ("&&", "write 'and' instead of &&"), ("||", "write 'or' instead of ||"),
    ("..=", "Lua has no ..=: write x = x .. y"), ("++", "Lua has no ++: write x = x + 1"),
    ("+=", "Lua has no +=: write x = x + y"), ("-=", "Lua has no -=: write x = x - y"),
    ("*=", "Lua has no *=: write x = x * y"), ("/=", "Lua has no /=: write x = x / y"),
    ("=>", "a function is written function(x) … end"), ("!", "write 'not' instead of !"),
    ("?", "Lua has no ?: operator; write if … then … else … end"), ("/*", "comments begin with --"),
  ]

  /// The typographical quote that Lua stopped at: its message contains only the first byte.
  private static func quote(near message: String, _ line: String) -> Character? {
    guard message.contains("near '<\\226>'") || message.contains("near '<\\194>'") else { return nil }
    return line.first { "\u{201C}\u{201D}\u{201E}\u{2018}\u{2019}\u{201A}\u{AB}\u{BB}".contains($0) }
  }

  private static func near(_ message: String) -> String? {
    guard let range = message.lastRange(of: " near '"), message.hasSuffix("'") else { return nil }
    return String(message[range.upperBound...].dropLast())
  }

  private static func words(_ line: String) -> [Substring] { line.split { !($0.isLetter || $0.isNumber || $0 == "_") } }

  /// A line without its comment and without the contents of its quotes.
  private static func code(_ line: String) -> String {
    var code = ""
    var quote: Character?
    var isEscaped = false
    var last: Character?
    for character in line {
      if let open = quote {
        if character == open, !isEscaped { quote = nil }
        isEscaped = character == "\\" && !isEscaped
        continue
      }
      if character == "-", last == "-" { return String(code.dropLast()) }
      if character == "\"" || character == "'" { quote = character }
      code.append(character)
      last = character
    }
    return code
  }
}
