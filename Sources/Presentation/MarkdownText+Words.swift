extension MarkdownText {
  /// Text in a code span: nothing in it is markup, and neither GitHub nor GitLab looks there for mentions, references or
  /// addresses. What would steer a terminal is made visible. Empty text is shown as `""`.
  package static func code(_ text: String) -> String {
    let shown = text.isEmpty ? "\"\"" : TerminalText.escape(text)
    let fence = String(repeating: "`", count: longestRun(of: "`", in: shown) + 1)
    let (first, last) = (shown.utf8.first, shown.utf8.last)
    let (blank, mark) = (UInt8(ascii: " "), UInt8(ascii: "`"))
    // A blank at both ends is taken away (CommonMark 0.31.2, 6.1), unless there is nothing else.
    let isStripped = first == blank && last == blank && shown.utf8.contains { $0 != blank }
    let padding = first == mark || last == mark || isStripped ? " " : ""
    return fence + padding + shown + padding + fence
  }

  /// A code span for a table, where a bar would end the cell even in a code span (GFM 0.29, 4.10).
  package static func codeInTable(_ text: String) -> String { withoutBars(code(text)) }

  /// A sentence, as `prose`, for a table.
  package static func proseInTable(_ text: String) -> String { withoutBars(prose(text)) }

  /// Bars in text of which nothing but words stands outside of code spans.
  private static func withoutBars(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "|" { result.append(contentsOf: "\\u{7c}".unicodeScalars) } else { result.append(scalar) }
    }
    return String(result)
  }

  /// A sentence in which every word that is more than a word stands in a code span.
  ///
  /// A backslash does not keep GitHub from making a mention of `@name` or a reference of `#1`: those are looked for in the text
  /// that Markdown has come to. So plain words are all that is left outside of code spans, and nothing there needs escaping.
  package static func prose(_ text: String) -> String {
    let words = TerminalText.escape(text).unicodeScalars.split(separator: " ")
    return words.map { word(Substring($0)) }.joined(separator: " ")
  }

  /// A policy's address of where to read more, as a link; what is no address is shown as it is.
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
      // What stands before the quotation mark belongs to what is quoted.
      if isQuote { break }
    }
    let end = core.suffix(closing)
    core = core.dropLast(closing)
    if core.isEmpty || isPlain(core) { return String(word) }
    return String(opening) + code(String(core)) + String(end)
  }

  /// Letters and digits, with single apostrophes and hyphens between letters. What could be the digest of a commit, which both
  /// GitHub and GitLab link, is none.
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
      // A joint before a digit would be the reference `GH-1`, and one of Jira's.
      if previousIsJoint, !isLetter { return false }
      previousIsLetter = isLetter
      previousIsJoint = false
      if !scalar.properties.isASCIIHexDigit { isHexadecimal = false }
    }
    return !previousIsJoint && !(isHexadecimal && word.count >= 7)
  }

  /// How many of a scalar stand side by side at most. By scalars, because to Markdown a combining mark hides nothing.
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
