import Presentation
import Reports

struct RuleDocumentation {
  private let rules: [RuleDescription]
  private let known: Set<String>

  init(_ rules: [RuleDescription]) {
    self.rules = rules
    known = Set(rules.map(\.id))
  }

  /// Returns the anchor of a rule's description, or nil if the rule is unknown. Rules with findings have one.
  func anchor(of rule: String) -> String? { known.contains(rule) ? "rule-" + PageAnchor.name(rule) : nil }

  func describes(_ use: RuleUse) -> Bool { rules.contains { use.tallies[$0.id] != nil } }

  func write(_ use: RuleUse, to html: inout HTMLWriter) {
    let used = rules.filter { use.tallies[$0.id] != nil }.unique(by: \.id)
    let needed = used.filter { use.isNeeded($0.id) }
    let kept = used.filter { !use.isNeeded($0.id) }
    if used.isEmpty { return }
    html.line("section", ["id": "rules", "aria-labelledby": "rules-title"]) { html in
      html.line("h2", ["id": "rules-title"], text: "Rules")
      for rule in needed { write(rule, use.tallies[rule.id] ?? .init(), &html) }
      if !kept.isEmpty { write(kept, &html) }
    }
  }

  private func write(_ rule: RuleDescription, _ tally: RuleUse.Tally, _ html: inout HTMLWriter) {
    html.line("article", ["class": "rule", "id": anchor(of: rule.id) ?? ""]) { html in
      html.element("h3") { $0.dottedText(rule.id) }
      html.element("p", ["class": "summary"], text: rule.summary)
      for line in rule.rationale.map(Paragraphs.lines) ?? [] where line.contains(where: { !$0.isWhitespace }) {
        html.element("p", text: line)
      }
      html.element("dl", ["class": "pairs"]) { html in
        pair("severity", rule.severity.rawValue, &html)
        pair("here", GroupedCount.text(tally.findings, "finding", "findings") + incomplete(tally), &html)
        pair("applies to", rule.appliesTo.isEmpty ? ["every bundle"] : rule.appliesTo, &html)
        pair("checks", rule.asks, &html)
        pair("sources", rule.sources, &html)
        if let help = rule.help { pair("more", [help], &html) }
        pair("declared", "\(rule.declared.file):\(rule.declared.line)", &html)
      }
    }
  }

  private func incomplete(_ tally: RuleUse.Tally) -> String {
    tally.incomplete == 0
      ? "" : "; could not be evaluated on \(GroupedCount.text(tally.incomplete, "bundle", "bundles"))"
  }

  private func pair(_ name: String, _ text: String, _ html: inout HTMLWriter) { pair(name, [text], &html) }

  private func pair(_ name: String, _ texts: [String], _ html: inout HTMLWriter) {
    if texts.isEmpty { return }
    html.element("dt", text: name)
    for text in texts { html.element("dd") { $0.linkedText(text) } }
  }

  private func write(_ kept: [RuleDescription], _ html: inout HTMLWriter) {
    html.line("details") { html in
      html.element("summary") { html in
        html.text(GroupedCount.text(kept.count, "rule passed", "rules passed"))
        html.element("small", ["class": "shown"]) { _ in }
      }
      TableFrame.write(
        title: "Rules that passed", style: "kept", caption: "On every bundle to which they apply.",
        columns: [.text("Rule"), .text("Severity"), .text("Requirement")], rows: kept.count, to: &html
      ) { html in
        for rule in kept {
          html.newLine()
          html.element("tr") { html in
            html.element("th", ["scope": "row", "class": "name"]) { $0.dottedText(rule.id) }
            html.element("td", text: rule.severity.rawValue)
            html.element("td", ["class": "labels"], text: rule.summary)
          }
        }
      }
    }
  }
}

struct RuleUse {
  struct Tally {
    var findings = 0
    var failed = 0
    var incomplete = 0
    /// The findings that count, and their worst severity.
    var open = 0
    var worst: Severity?
    var bundles: [Int] = []
  }

  /// Tallies by `policy-id/rule-id`, of rules that applied to a bundle.
  private(set) var tallies: [String: Tally] = [:]

  /// Counts a bundle. `number` is the number of its entry.
  mutating func add(_ bundle: BundleReport, number: Int) {
    for finding in bundle.findings where finding.isOpen {
      var tally = tallies[finding.rule] ?? Tally()
      tally.open += 1
      tally.worst = max(tally.worst ?? .note, finding.severity)
      if tally.bundles.last != number { tally.bundles.append(number) }
      tallies[finding.rule] = tally
    }
    for error in bundle.errors {
      guard let rule = error.rule, tallies[rule]?.bundles.last != number else { continue }
      tallies[rule, default: Tally()].bundles.append(number)
    }
    for rule in bundle.rules where rule.status != .notApplicable {
      tallies[rule.id, default: Tally()].findings += rule.findings
      switch rule.status {
      case .fail: tallies[rule.id]?.failed += 1
      case .error: tallies[rule.id]?.incomplete += 1
      case .pass, .waived, .baselined, .notApplicable, .pending: break
      }
    }
  }

  /// The number of rules with findings that count, or that could not be evaluated.
  var found: Int { tallies.values.count { !$0.bundles.isEmpty } }

  func isNeeded(_ rule: String) -> Bool {
    tallies[rule].map { $0.findings > 0 || $0.failed > 0 || $0.incomplete > 0 } ?? false
  }
}

struct RuleOverview {
  private static let mostShown = 5
  private static let mostNamed = 200

  let use: RuleUse
  let entries: [ContentsEntry]
  let documentation: RuleDocumentation

  func write(to html: inout HTMLWriter) {
    let rows = rows
    guard let first = rows.first, rows.count > 1 || entries.count > 1 else { return }
    let worst = first.tally.worst.map {
      ", first \(first.rule) (\(GroupedCount.text(first.tally.open, $0.rawValue, $0.rawValue + "s")))"
    }
    html.line("details", ["id": "found-rules"]) { html in
      OverviewSummary.write("Rules with findings", GroupedCount.text(rows.count) + (worst ?? ""), to: &html)
      TableFrame.write(
        title: "Rules with findings", style: "overview",
        columns: [.text("Rule"), .text("Severity"), .number("Findings")]
          + (hasBundles ? [.number("Bundles"), .text("In")] : []), rows: rows.count, to: &html
      ) { html in for (rule, tally) in rows { write(rule, tally, &html) } }
    }
  }

  private var hasBundles: Bool { entries.count > 1 }

  /// By severity, then by the number of findings. Rules that could not be evaluated come first.
  private var rows: [(rule: String, tally: RuleUse.Tally)] {
    use.tallies.filter { !$0.value.bundles.isEmpty }.map { (rule: $0.key, tally: $0.value) }.sorted { left, right in
      let (first, second) = (left.tally, right.tally)
      if first.worst != second.worst {
        guard let worst = first.worst, let other = second.worst else { return first.worst == nil }
        return worst > other
      }
      return first.open == second.open
        ? left.rule.utf8.lexicographicallyPrecedes(right.rule.utf8) : first.open > second.open
    }
  }

  private func write(_ rule: String, _ tally: RuleUse.Tally, _ html: inout HTMLWriter) {
    html.newLine()
    html.element("tr") { html in
      html.element("th", ["scope": "row", "class": "name"]) { html in
        if let anchor = documentation.anchor(of: rule) {
          html.element("a", ["href": "#" + anchor]) { $0.dottedText(rule) }
        } else {
          html.dottedText(rule)
        }
      }
      html.element("td") { html in
        if let worst = tally.worst { worst.badge.write(to: &html) } else { html.text("not evaluated") }
      }
      html.element("td", ["class": "number"], text: GroupedCount.text(tally.open))
      if !hasBundles { return }
      html.element("td", ["class": "number"], text: GroupedCount.text(tally.bundles.count))
      html.element("td", ["class": "where"]) { html in
        writeLinks(tally.bundles.prefix(Self.mostShown), &html)
        let rest = tally.bundles.dropFirst(Self.mostShown)
        if rest.isEmpty { return }
        html.element("details") { html in
          html.element("summary", text: "\(GroupedCount.text(rest.count)) more")
          writeLinks(rest.prefix(Self.mostNamed), &html)
          if rest.count > Self.mostNamed { html.text(" and \(GroupedCount.text(rest.count - Self.mostNamed)) more") }
        }
      }
    }
  }

  private func writeLinks(_ numbers: ArraySlice<Int>, _ html: inout HTMLWriter) {
    for (position, number) in numbers.enumerated() {
      guard entries.indices.contains(number - 1) else { continue }
      if position > 0 { html.text(", ") }
      let entry = entries[number - 1]
      html.element("a", ["href": "#" + entry.anchor], text: entry.name)
    }
  }
}
