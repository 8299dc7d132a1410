internal import Basics
import Presentation
import Reports

package struct PolicyComparisonText {
  package let isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  package func render(_ comparison: PolicyComparison) -> String {
    var out = TerminalText(isColored: isColored)
    write(comparison.packs ?? [], &out)
    for bundle in comparison.bundles where bundle.isDifferent || bundle.isIncomplete { write(bundle, &out) }
    for error in comparison.old.errors { write(error, side: "old policy", &out) }
    for error in comparison.new.errors where !comparison.old.errors.contains(error) {
      write(error, side: "new policy", &out)
    }
    if !(comparison.old.errors.isEmpty && comparison.new.errors.isEmpty) { out.newLine() }
    write(comparison.rules, &out)
    write(comparison.totals, &out)
    out.add(comparison.heading, .bold, comparison.outcome == .same || comparison.outcome == .changed ? .green : .red)
    out.addLine(": \(comparison.conclusion)")
    out.addLine("  old  \(comparison.old.shown)", .dim)
    out.addLine("  new  \(comparison.new.shown)", .dim)
    return out.text
  }

  private func write(_ packs: [PackChange], _ out: inout TerminalText) {
    if packs.isEmpty { return }
    out.addLine("packs", .bold)
    for pack in packs {
      out.addLine("  \(pack.name): \(pack.versions)")
    }
    out.newLine()
  }

  private func write(_ bundle: ComparedBundle, _ out: inout TerminalText) {
    out.add(bundle.path, .bold)
    let facts = [bundle.identifier, bundle.kind, bundle.platform].compactMap { $0 }
    if !facts.isEmpty { out.add("  " + facts.joined(separator: ", "), .dim) }
    out.add(": ")
    if bundle.before == bundle.after {
      out.add(bundle.after.rawValue)
    } else {
      out.add("\(bundle.before.rawValue) → \(bundle.after.rawValue)", .bold, bundle.after == .pass ? .green : .red)
    }
    out.newLine()
    for rule in bundle.rules { write(rule, in: bundle, &out) }
    for error in bundle.errorsBefore where !bundle.errorsAfter.contains(error) {
      write(error, side: "old policy", &out)
    }
    for error in bundle.errorsAfter {
      write(error, side: bundle.errorsBefore.contains(error) ? nil : "new policy", &out)
    }
    out.newLine()
  }

  private func write(_ rule: RuleComparison, in bundle: ComparedBundle, _ out: inout TerminalText) {
    out.add("  " + rule.id)
    if let formerID = rule.formerID { out.add(" (was \(formerID))", .dim) }
    out.add(": ")
    if rule.failsNewly {
      out.add(rule.flip, .bold, .red)
    } else if rule.failsNoLonger {
      out.add(rule.flip, .bold, .green)
    } else {
      out.add(rule.flip)
    }
    out.newLine()
    for change in rule.findings {
      guard let finding = change.finding else { continue }
      out.add("    \(change.sign) ", .bold, change.kind == .removed ? .green : .red)
      out.addLine("\(finding.builtPlace(in: bundle.path).text): \(change.shownSeverity): \(finding.message)")
      if change.kind == .removed { continue }
      if let keyPath = finding.keyPath { detail("key", keyPath, &out) }
      if let expected = finding.expected { detail("expected", expected, &out) }
      if let fix = finding.fix { detail("fix", fix, &out) }
      detail("rule", finding.demand, &out)
    }
  }

  private func detail(_ name: String, _ text: String, _ out: inout TerminalText) {
    out.add("        " + name + String(repeating: " ", count: max(1, 10 - name.count)), .dim)
    out.addLine(text)
  }

  private func write(_ error: EngineError, side: String?, _ out: inout TerminalText) {
    out.add(side.map { "  \($0): " } ?? "  ", .dim)
    out.addLine(DiagnosticLine.render(error))
    if let hint = error.hint { detail("fix", hint, &out) }
  }

  private func write(_ changes: [RuleSetChange], _ out: inout TerminalText) {
    if changes.isEmpty { return }
    out.addLine("rules", .bold)
    for change in changes {
      let (sign, text) = change.shown
      out.add("  \(sign) ", .bold)
      out.addLine(text)
    }
    out.newLine()
  }

  private func write(_ totals: [PolicyComparison.RuleTotals], _ out: inout TerminalText) {
    if totals.isEmpty { return }
    out.addLine("by rule", .bold)
    for total in totals {
      out.add("  \(total.id): ")
      out.addLine(total.parts.joined(separator: ", "))
    }
    out.newLine()
  }
}

extension PackChange {
  var versions: String { "\(before ?? "no such pack") → \(after ?? "no such pack")" }
}

extension PolicyComparison.RuleTotals {
  var parts: [String] {
    func bundles(_ number: Int) -> String { counted(number, "bundle") }
    func findings(_ number: Int) -> String { counted(number, "finding") }
    var parts: [String] = []
    if failsNewly > 0 { parts.append("newly fails \(bundles(failsNewly))") }
    if failsNoLonger > 0 { parts.append("no longer fails \(bundles(failsNoLonger))") }
    if startsApplying > 0 { parts.append("newly applies to \(bundles(startsApplying))") }
    if stopsApplying > 0 { parts.append("no longer applies to \(bundles(stopsApplying))") }
    if added > 0 { parts.append(counted(added, "more finding")) }
    if removed > 0 { parts.append(counted(removed, "fewer finding")) }
    if altered > 0 { parts.append("\(findings(altered)) changed") }
    return parts.isEmpty ? ["status changed"] : parts
  }
}
