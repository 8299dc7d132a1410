import Basics
import Presentation
package import Reports

package struct FindingExplanation {
  private static let mostShown = 20
  /// A shorter prefix could match several findings by chance.
  private static let leastDigits = 8

  package static func isFingerprint(_ word: String) -> Bool {
    (leastDigits...32).contains(word.utf8.count) && Hexadecimal.isLowercase(word, count: word.utf8.count)
  }

  private let fingerprint: String
  private let rules: [String: RuleDescription]
  private let isColored: Bool
  private var fingerprints = ReportFingerprints()
  private var shown: [String] = []
  private var documented: [String] = []
  private var count = 0

  /// Looks for a fingerprint of JSON reports, pages, SARIF or GitLab's format, or for a prefix of one.
  package init(_ fingerprint: String, rules: [RuleDescription], isColored: Bool) {
    self.fingerprint = fingerprint
    self.rules = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
    self.isColored = isColored
  }

  package mutating func add(_ bundle: BundleReport) {
    fingerprints.begin(bundle)
    for finding in bundle.findings {
      let own = fingerprints.next(finding)
      guard finding.fingerprint.hasPrefix(fingerprint) || own.hasPrefix(fingerprint) else { continue }
      count += 1
      if count > Self.mostShown { continue }
      shown.append(text(finding, in: bundle))
      if rules[finding.rule] != nil, !documented.contains(finding.rule) { documented.append(finding.rule) }
    }
  }

  package var paragraphs: [String] {
    var paragraphs = shown
    if count > shown.count {
      let rest = counted(count - shown.count, "more finding has", "more findings have")
      paragraphs.append(TerminalText.line("\(rest) this fingerprint") + "\n")
    }
    return paragraphs + documented.compactMap { rules[$0].map(RuleReference.text) }
  }

  private func text(_ finding: Finding, in bundle: BundleReport) -> String {
    var out = TerminalText(isColored: isColored)
    TextReport(isColored: isColored).write(finding, in: bundle, isExplained: false, &out)
    guard let excerpt = finding.shownExcerpt else { return out.text }
    out.newLine()
    let width = excerpt.lines.compactMap { $0.number.map { String($0).count } }.max() ?? 0
    for line in excerpt.lines {
      let number = line.number.map(String.init) ?? ""
      let sign =
        switch line.mark {
        case .found: ">"
        case .missing: "+"
        case .context, .omission: " "
        }
      out.add("    " + String(repeating: " ", count: width - number.count) + number + " " + sign + " ", .dim)
      let text = (line.isCutAtStart ? "…" : "") + line.text + (line.isCutAtEnd ? "…" : "")
      if line.mark == .found { out.add(text, .bold) } else { out.add(text) }
      if line.mark == .missing { out.add("  (missing)", .dim) }
      out.newLine()
    }
    return out.text
  }
}
