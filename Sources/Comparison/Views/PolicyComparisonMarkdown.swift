internal import Basics
import Presentation
import Reports

/// Writes the comparison of two sets of policies as a comment on a pull request: the totals, the flips by rule, and each bundle with
/// differences, folded. Text from bundles and policies mentions nobody, because all but plain words is in code spans.
package struct PolicyComparisonMarkdown {
  package static let budget = 60_000

  private static let listed = 10

  package init() {}

  /// Returns the whole text, which ends with a newline. Changes that do not fit the budget are counted. The same comparison gives the same
  /// text.
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
    return MarkdownText.beginning(text, sections, "part", budget: Self.budget)
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
    // The summary is HTML, not Markdown, so escape it for HTML.
    let verdict =
      bundle.before == bundle.after ? bundle.after.rawValue : "\(bundle.before.rawValue) → \(bundle.after.rawValue)"
    var text =
      "<details><summary><code>\(HTMLText(bundle.path).markup)</code>: \(verdict)</summary>\n\n"
    for rule in bundle.rules {
      let former = rule.formerID.map { " (was \(MarkdownText.code($0)))" } ?? ""
      text += "- **\(MarkdownText.code(rule.id))**\(former): \(rule.flip)\n"
      for change in rule.findings.prefix(Self.listed) {
        guard let finding = change.finding else { continue }
        let place = MarkdownText.code(finding.builtPlace(in: bundle.path).text)
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
