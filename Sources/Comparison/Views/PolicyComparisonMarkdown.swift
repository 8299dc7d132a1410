internal import Basics
import Presentation
import Reports

/// What two sets of policies make of bundles, as a comment on a pull request: the sum, what flips by rule, and each bundle that
/// differs, folded. What comes from bundles and policies mentions nobody: all that is more than words stands in code spans.
package struct PolicyComparisonMarkdown {
  /// How long the text may get, in bytes. A comment on GitHub holds 65,536 characters.
  package static let budget = 60_000

  /// Findings that are shown of one rule on one bundle.
  private static let listed = 10

  /// Makes the format.
  package init() {}

  /// The whole text, ending in a newline. The same comparison gives the same text. What the budget has no room for is counted.
  package func render(_ comparison: PolicyComparison) -> String {
    var text = "### \(title(comparison))\n\n\(comparison.conclusion).\n\n"
    text += "| | policies |\n|---|---|\n"
    text += "| old | \(MarkdownText.proseInTable(comparison.old.shown)) |\n"
    text += "| new | \(MarkdownText.proseInTable(comparison.new.shown)) |\n\n"
    if let packs = comparison.packs, !packs.isEmpty {
      text += "| pack | versions |\n|---|---|\n"
      text += packs.map { "| \(MarkdownText.codeInTable($0.name)) | \(MarkdownText.proseInTable($0.versions)) |\n" }
        .joined()
      text += "\n"
    }
    for (side, errors) in [("old", comparison.old.errors), ("new", comparison.new.errors)] {
      for error in errors { text += "- **\(side) policies:** \(MarkdownText.prose(DiagnosticLine.render(error)))\n" }
      if !errors.isEmpty { text += "\n" }
    }
    var sections: [String] = []
    let totals = comparison.totals
    if !totals.isEmpty {
      sections.append("| rule | newly fails | no longer fails | findings |\n|---|---:|---:|---:|\n")
      sections += totals.map { total in
        "| \(MarkdownText.codeInTable(total.id)) | \(total.failsNewly) | \(total.failsNoLonger) | +\(total.added) −\(total.removed)"
          + (total.altered > 0 ? " ~\(total.altered)" : "") + " |\n"
      }
      sections.append("\n")
    }
    if !comparison.rules.isEmpty {
      sections.append("**Rules**\n\n")
      sections += comparison.rules.map { change in
        let (sign, text) = change.shown
        return "- `\(sign)` \(MarkdownText.prose(text))\n"
      }
      sections.append("\n")
    }
    let different = comparison.bundles.filter { $0.isDifferent || $0.isIncomplete }
    sections += different.map(section)
    var left = 0
    for section in sections {
      // Once one was left out, no later one is shown: what is shown is the beginning.
      if left > 0 || text.utf8.count + section.utf8.count > Self.budget {
        left += 1
      } else {
        text += section
      }
    }
    if left > 0 {
      text += "\n\(counted(left, "more part")) omitted to fit; `--format json` has everything.\n"
    }
    return text
  }

  private func title(_ comparison: PolicyComparison) -> String {
    switch comparison.outcome {
    case .same: "The policies give the same results for these bundles"
    case .changed: "The policies differ, but nothing newly fails"
    case .worse:
      comparison.bundles.contains(where: \.failsNewly)
        ? "The new policies fail bundles that passed" : "Bundles fail more rules under the new policies"
    case .error: "The policies could not be compared completely"
    }
  }

  private func section(_ bundle: ComparedBundle) -> String {
    // Markdown is not read inside the summary, and what HTML reads there is escaped.
    let verdict =
      bundle.before == bundle.after ? bundle.after.rawValue : "\(bundle.before.rawValue) → \(bundle.after.rawValue)"
    var text =
      "<details><summary><code>\(HTMLText(bundle.path).markup)</code>: \(verdict)</summary>\n\n"
    for rule in bundle.rules {
      let former = rule.formerID.map { " (was \(MarkdownText.code($0)))" } ?? ""
      text += "- **\(MarkdownText.code(rule.id))**\(former): \(rule.flip)\n"
      for change in rule.findings.prefix(Self.listed) {
        guard let finding = change.finding else { continue }
        let place = MarkdownText.code(finding.place(in: bundle.path))
        let key = finding.keyPath.map { ", key \(MarkdownText.code($0))" } ?? ""
        text += "  - `\(change.sign)` \(place)\(key): \(change.shownSeverity): \(MarkdownText.prose(finding.message))"
        text += change.kind == .removed ? "\n" : "; required by \(MarkdownText.prose(finding.demand))\n"
      }
      if rule.findings.count > Self.listed { text += "  - and \(rule.findings.count - Self.listed) more\n" }
    }
    for (side, errors) in [("old", bundle.errorsBefore), ("new", bundle.errorsAfter)] {
      for error in errors { text += "- **\(side) policies:** \(MarkdownText.prose(DiagnosticLine.render(error)))\n" }
    }
    return text + "\n</details>\n\n"
  }
}
