/// A longer text of a policy, in lines: line ends in it are the author's, and no format shows them as `\n`.
enum Paragraphs {
  /// The lines, without their ends; nothing is escaped yet.
  static func lines(_ text: String) -> [String] {
    // By scalars: CR and LF are one character to Swift.
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.last == "\r" ? line.dropLast() : line)
    }
  }
}
