import Basics

extension MarkdownText {
  /// Returns text in a code span, where GitHub and GitLab do not look for mentions, references or addresses. Control characters are
  /// visible, and empty text is `""`.
  package static func code(_ text: String) -> String {
    let shown = text.isEmpty ? "\"\"" : TerminalText.escape(text)
    let fence = String(repeating: "`", count: longestRun(of: "`", in: shown) + 1)
    let (first, last) = (shown.utf8.first, shown.utf8.last)
    let (blank, mark) = (UInt8(ascii: " "), UInt8(ascii: "`"))
    // Renderers strip a space at both ends (CommonMark 0.31.2, 6.1), unless there is nothing else.
    let isStripped = first == blank && last == blank && shown.utf8.contains { $0 != blank }
    let padding = first == mark || last == mark || isStripped ? " " : ""
    return fence + padding + shown + padding + fence
  }

  /// Returns a code span for a table, where a bar ends the cell even in a code span (GFM 0.29, 4.10).
  package static func codeInTable(_ text: String) -> String { withoutBars(code(text)) }

  package static func proseInTable(_ text: String) -> String { withoutBars(prose(text)) }

  /// Replaces bars in text that has only words outside of code spans.
  private static func withoutBars(_ text: String) -> String { text.replacing("|", with: "\\u{7c}") }

  /// Returns a sentence in which everything but plain words is in code spans.
  ///
  /// A backslash does not keep GitHub from making a mention of `@name` or a reference of `#1`, because it looks for these in the rendered
  /// text. With only plain words outside of code spans, nothing needs escaping.
  package static func prose(_ text: String) -> String {
    let words = TerminalText.escape(text).unicodeScalars.split(separator: " ")
    return words.map { word(Substring($0)) }.joined(separator: " ")
  }

  /// Returns the `help` of a policy as a link, or as a code span if it is not an address.
  package static func address(_ help: String) -> String { isAddress(help) ? "<\(help)>" : code(help) }

  private static func word(_ word: Substring) -> String {
    var core = word.unicodeScalars
    let opening = core.prefix { "(\"'“‘".unicodeScalars.contains($0) }
    core = core.dropFirst(opening.count)
    var closing = 0
    for scalar in core.reversed() {
      let isQuote = "'\"’”".unicodeScalars.contains(scalar)
      guard isQuote || ",.;:?!)…".unicodeScalars.contains(scalar) else { break }
      closing += 1
      // Text attached to the quotation mark belongs to the quoted text.
      if isQuote { break }
    }
    let end = core.suffix(closing)
    core = core.dropLast(closing)
    if core.isEmpty || isPlain(core) { return String(word) }
    return String(opening) + code(String(core)) + String(end)
  }

  /// Whether a word has only letters and digits, with single apostrophes and hyphens between letters. A word that could be the digest of a
  /// commit does not count, because GitHub and GitLab link it.
  private static func isPlain(_ word: Substring.UnicodeScalarView) -> Bool {
    var previousIsLetter = false
    var previousIsJoint = false
    var isHexadecimal = true
    for scalar in word {
      if scalar == "-" || scalar == "'" || scalar == "’" {
        guard previousIsLetter else { return false }
        previousIsLetter = false
        previousIsJoint = true
        isHexadecimal = false
        continue
      }
      let isLetter: Bool
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark:
        isLetter = true
      case .decimalNumber: isLetter = false
      default: return false
      }
      // A hyphen before a digit could make a reference such as `GH-1`, or one to Jira.
      if previousIsJoint, !isLetter { return false }
      previousIsLetter = isLetter
      previousIsJoint = false
      if !scalar.properties.isASCIIHexDigit { isHexadecimal = false }
    }
    return !previousIsJoint && !(isHexadecimal && word.count >= 7)
  }

  /// Returns the length of the longest run of a scalar. Counts scalars, because to Markdown a combining mark hides nothing.
  package static func longestRun(of mark: Unicode.Scalar, in text: String) -> Int {
    var longest = 0
    var run = 0
    for scalar in text.unicodeScalars {
      run = scalar == mark ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
