import Basics

package enum MarkdownText {
  /// Adds parts up to the first that exceeds the budget in bytes, and the number of those left out, which `noun` names. After the first
  /// omission nothing more is shown, so that the text is a beginning of the whole.
  package static func beginning(_ head: String, _ parts: [String], _ noun: String, budget: Int) -> String {
    var text = head
    var left = 0
    for part in parts {
      if left > 0 || text.utf8.count + part.utf8.count > budget { left += 1 } else { text += part }
    }
    if left > 0 { text += "\n\(counted(left, "more " + noun)) omitted to fit; `--format json` has everything.\n" }
    return text
  }

  package static func link(_ help: String) -> String {
    isAddress(help) ? "<\(help)>" : escaped(help)
  }

  /// Whether a string is exactly an address that a browser may open.
  package static func isAddress(_ help: String) -> Bool {
    let lowercased = help.lowercased()
    let isLink = ["https://", "http://", "mailto:"].contains { lowercased.hasPrefix($0) }
    let isPlain = help.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "<" && $0 != ">" }
    return isLink && isPlain && TerminalText.escape(help) == help
  }

  /// Escapes text so that nothing in it is markup and control characters are visible.
  package static func escaped(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    var line = isPlain ? text[...] : text.split(whereSeparator: \.isNewline).joined(separator: " ")[...]
    line = line.drop(while: \.isWhitespace)
    var bytes: [UInt8] = []
    // Markup that counts only at the beginning of a line: lists, rules, headings and fences.
    let digits = line.prefix(while: \.isNumber)
    if let mark = line.dropFirst(digits.count).first, digits.isEmpty ? "-+=~".contains(mark) : ".)".contains(mark) {
      bytes = Array("\(digits)\\\(mark)".utf8)
      line = line.dropFirst(digits.count + 1)
    }
    // By bytes: to Markdown, a mark with a combining accent behind it is still a mark.
    var rest = Array(TerminalText.line(String(line)).utf8)[...]
    while let mark = rest.firstIndex(where: isMarkup) {
      bytes += rest[..<mark]
      bytes += [UInt8(ascii: "\\"), rest[mark]]
      rest = rest[(mark + 1)...]
    }
    return String(decoding: bytes + rest, as: UTF8.self)
  }

  private static func isMarkup(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "#", "&": true
    default: false
    }
  }

  /// Returns a code block with a fence longer than any in the text.
  package static func block(_ text: String, _ language: String) -> String {
    let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
    return "\(fence)\(language)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")\(fence)\n"
  }
}

/// A longer text of a policy, whose line ends are the author's: no format shows them as `\n`.
package enum Paragraphs {
  /// Returns the lines without their ends, unescaped.
  package static func lines(_ text: String) -> [String] {
    if !text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return [text] }
    // By scalars: CR and LF are one character to Swift.
    return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.last == "\r" ? line.dropLast() : line)
    }
  }
}
