import Reports
import ReportTestSupport
@testable import Reporting

/// The formats of pages, and of annotations.
extension ReportAccount {
  private static let words: [String: Verdict] = ["PASS": .pass, "FAIL": .fail, "INCOMPLETE": .error]

  /// By the line of totals; the annotations must be as many as it says.
  static let github: Reader = { bytes in
    let lines = RunnerLine.all(in: bytes)
    guard case .plain(let last)? = lines.last else { throw Malformed("there is no line of totals") }
    let parts = last.split(separator: ":", maxSplits: 2).map { String($0.drop { $0 == " " }) }
    try expect(parts.count == 3 && parts[0] == "bundlepolicy", last)
    var open = 0
    for part in parts[2].prefix(while: { $0 != ";" }).split(separator: ",") {
      let pair = part.split(separator: " ")
      guard pair.count == 2, let count = Int(pair[0]) else { continue }
      if ["error", "warning", "note"].contains(where: { pair[1].hasPrefix($0) }) { open += count }
    }
    var annotated = 0
    var shape: [String] = []
    for line in lines {
      switch line {
      case .plain: shape.append("plain")
      case .command(let name, let properties, _):
        try expect(["error", "warning", "notice"].contains(name), "a command '\(name)'")
        shape.append(([name] + properties.keys.sorted()).joined(separator: " "))
        // Annotations for a rule's finding have the rule as their title.
        if properties["title"]?.contains("/") == true { annotated += 1 }
      }
    }
    try expect(annotated >= open, "\(annotated) annotations of \(open) findings")
    return ReportAccount(
      verdict: try found(words[parts[1]], "verdict in \(last)"), open: open, shape: shape)
  }

  /// By the heading; the table must say the same of the bundles.
  static let markdown: Reader = { bytes in
    let outline = try MarkdownOutline(bytes)
    let head = try found(outline.lines.first?.split(separator: " "), "heading")
    try expect(head.count == 3 && head[0] == "##", "heading \(head)")
    var counts = [0, 0, 0, 0, 0]
    for line in outline.lines where line.hasPrefix("| \u{25A1} |") {
      let cells = line.split(separator: "|").map { $0.filter { $0 != " " } }
      for column in counts.indices { counts[column] += Int(cells[column + 2]) ?? 0 }
    }
    return ReportAccount(
      verdict: try found(words[String(head[2])], "verdict"), open: counts[0] + counts[1] + counts[2],
      waived: counts[3], baselined: counts[4],
      // Words may or may not be in spans of their own.
      shape: outline.lines.map { line in
        String(line.prefix { "#-* |<".contains($0) }) + (line.hasPrefix("|") ? "\(line.count { $0 == "|" })" : "")
      })
  }

  /// By the banner and the findings that are shown.
  static let html: Reader = { bytes in
    let page = try found(ParsedMarkup(bytes), "well-formed page")
    func classes(_ element: ParsedMarkup.Element) -> [Substring] {
      (element.attributes["class"] ?? "").split(separator: " ")
    }
    let banner = try found(page.elements.first { classes($0).contains("verdict") }, "banner")
    let verdicts: [String: Verdict] = ["is-pass": .pass, "is-fail": .fail, "is-incomplete": .error]
    let verdict = try found(classes(banner).compactMap { verdicts[String($0)] }.first, "verdict")
    let word = try found(words.first { $0.value == verdict }?.key, "word")
    try expect(banner.text.contains(word), "the banner says: \(banner.text)")
    let findings = page.all("article").filter { classes($0).contains("finding") }
    let settled = findings.filter { classes($0).contains("settled") }
    let waived = settled.count { $0.text.contains("○ waived ") }
    try expect(
      page.all("script").allSatisfy { $0.text == HTMLReport.filter.text }, "there is another script")
    return ReportAccount(
      verdict: verdict, open: findings.count - settled.count, waived: waived, baselined: settled.count - waived,
      // A long name may break behind each of its dots.
      shape: page.elements.filter { $0.name != "wbr" }.map { element in
        ([element.name] + element.attributes.keys.sorted()).joined(separator: " ")
      })
  }
}
