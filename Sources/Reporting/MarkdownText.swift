/// Text of policies in Markdown.
enum MarkdownText {
  /// A link to where a browser may be sent; what is none is shown as it is written.
  static func link(_ help: String) -> String {
    let lowercased = help.lowercased()
    let isLink = ["https://", "http://", "mailto:"].contains { lowercased.hasPrefix($0) }
    let isPlain = help.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "<" && $0 != ">" }
    return isLink && isPlain && TerminalText.escape(help) == help ? "<\(help)>" : escaped(help)
  }

  /// Text of a policy in Markdown: what would be markup is shown as it is, and so are characters that steer a terminal.
  static func escaped(_ text: String) -> String {
    var result = ""
    var line = text.split(whereSeparator: \.isNewline).joined(separator: " ")[...]
    line = line.drop(while: \.isWhitespace)
    // What only means something where a line begins: lists, rules, headings and fences.
    let digits = line.prefix(while: \.isNumber)
    if let mark = line.dropFirst(digits.count).first, digits.isEmpty ? "-+=~".contains(mark) : ".)".contains(mark) {
      result = "\(digits)\\\(mark)"
      line = line.dropFirst(digits.count + 1)
    }
    for character in TerminalText.escape(String(line)) {
      switch character {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "#", "&": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }

  /// Lines as they are, in a block that nothing in them ends.
  static func block(_ text: String, _ language: String) -> String {
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\(language)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")\(fence)\n"
  }
}
