/// Text in the language of man(7), with nothing in it that would be taken for a request.
enum Roff {
  /// One piece of text, on a line of its own or within one.
  static func text(_ plain: some StringProtocol) -> String {
    var result = ""
    for scalar in plain.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      // As they are, these would come out as typographic quotes and accents.
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      // A period at the start of a line begins a request.
      case "." where result.isEmpty: result += "\\&."
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default: result += "\\[u" + padded(String(scalar.value, radix: 16, uppercase: true)) + "]"
      }
    }
    return result
  }

  /// Paragraphs as help has them: parted by empty lines; a line of two columns, two blanks or more between them, is an
  /// item with what it means.
  static func paragraphs(_ plain: String) -> String {
    var result = ""
    var isFresh = true
    var isItem = false
    for line in plain.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        isFresh = true
        continue
      }
      if let (term, meaning) = columns(line) {
        result += ".TP\n\\fB\(text(term))\\fR\n\(text(meaning))\n"
        isItem = true
      } else {
        if isFresh || isItem { result += result.isEmpty ? "" : ".PP\n" }
        result += text(line) + "\n"
        isItem = false
      }
      isFresh = false
    }
    return result
  }

  private static func columns(_ line: Substring) -> (Substring, Substring)? {
    var position = line.startIndex
    while let blank = line[position...].firstIndex(of: " ") {
      let rest = line[blank...].drop { $0 == " " }
      if line.distance(from: blank, to: rest.startIndex) > 1, !rest.isEmpty { return (line[..<blank], rest) }
      position = rest.startIndex
    }
    return nil
  }

  private static func padded(_ digits: String) -> String {
    String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
