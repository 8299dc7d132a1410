import Presentation

/// The parts of a Markdown report that are outside of code spans.
package struct MarkdownOutline {
  /// A line that is not as reports have them.
  package struct Foreign: Error {
    package let line: String
    package let why: String
  }

  /// The contents of code spans, in order.
  package private(set) var spans: [String] = []
  /// The lines, a mark standing for each code span.
  package private(set) var lines: [String] = []

  /// Throws if a code span does not end in its line, or if text outside of them is neither a plain word nor markup of reports.
  package init(_ bytes: [UInt8]) throws {
    for line in String(decoding: bytes, as: UTF8.self).unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      let outside = try removeSpans(from: line)
      lines.append(outside)
      try Self.check(outside, of: String(line))
    }
  }

  /// As CommonMark 0.31.2 has it, 6.1: a span ends with the next run of as many marks as it began with.
  private mutating func removeSpans(from line: Substring.UnicodeScalarView) throws -> String {
    var outside = ""
    var left = line
    while let scalar = left.first {
      guard scalar == "`" else {
        outside.unicodeScalars.append(scalar)
        left = left.dropFirst()
        continue
      }
      let fence = left.prefix { $0 == "`" }.count
      left = left.dropFirst(fence)
      var content = String.UnicodeScalarView()
      while true {
        guard let next = left.first else { throw Foreign(line: String(line), why: "a code span does not end") }
        let run = left.prefix { $0 == "`" }.count
        if run == fence { break }
        content.append(contentsOf: run > 0 ? String(left.prefix(run)).unicodeScalars : String(next).unicodeScalars)
        left = left.dropFirst(max(run, 1))
      }
      left = left.dropFirst(fence)
      spans.append(String(content))
      outside += "\u{25A1}"
    }
    return outside
  }

  /// The markup of reports, longest first; what is behind it may be words only.
  private static let markup = ["### ", "## bundlepolicy: ", "  - ", "- **", "- ", "**", ""]

  private static func check(_ line: String, of whole: String) throws {
    if line == "</details>" || line.hasPrefix("| --- | --- |") { return }
    var text = line
    if line.hasPrefix("<details><summary>"), line.hasSuffix("</summary>") {
      text = String(line.dropFirst(18).dropLast(10))
    } else if line.hasPrefix("| "), line.hasSuffix(" |") {
      guard line.count(where: { $0 == "|" }) == 8 else { throw Foreign(line: whole, why: "a row has not seven cells") }
      text = line.filter { $0 != "|" && $0 != "*" }
    } else {
      text = String(line.dropFirst(markup.first { line.hasPrefix($0) }?.count ?? 0))
      for (end, words) in [(":** ", " "), ("**", " ")] {
        if let range = text.firstRange(of: end) { text.replaceSubrange(range, with: words) }
      }
      // A policy's address; no bundle has a say in it.
      if MarkdownText.isAddress(String(line.dropFirst(11).dropLast())), line.hasPrefix("  - help: <"),
        line.hasSuffix(">")
      {
        return
      }
    }
    for word in text.unicodeScalars.split(separator: " ") {
      let begun = word.drop { "(\"'“‘".unicodeScalars.contains($0) }
      let core = begun.reversed().drop { ",.;:?!)\"'”’…".unicodeScalars.contains($0) }
      let isPlain = core.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
          || [.nonspacingMark, .spacingMark].contains($0.properties.generalCategory)
          || "\u{25A1}-'’".unicodeScalars.contains($0)
      }
      // A hyphen at an end may be a list or a rule.
      let isLoose = core.first == "-" || core.last == "-"
      // A number behind a hyphen is a reference; digits of a commit are linked.
      let isReference = core.contains("-") && core.contains { $0.properties.numericType != nil }
      let isDigest = core.count >= 7 && core.allSatisfy { $0.properties.isASCIIHexDigit }
      if !isPlain || isLoose || isReference || isDigest {
        throw Foreign(line: whole, why: "\(String(String.UnicodeScalarView(word)).debugDescription) is no plain word")
      }
    }
  }
}
