import Basics
import Presentation
public import Reports

/// The report for terminals and logs. Each finding begins with its place, so that editors and CI logs link it.
public struct TextReport: ReportView {
  /// Whether to use colors, for terminals.
  public let isColored: Bool
  /// Whether to leave out bundles that passed and findings that were accepted.
  public let isQuiet: Bool
  /// The columns of the terminal, or nil not to break lines.
  public let width: Int?

  private var hasExplanations = false
  private var worst = WorstRules()
  private var idle = IdleRules()
  private var last = Part.nothing

  private enum Part {
    case nothing
    case line
    case block
  }

  /// Creates the format.
  ///
  /// - Parameters:
  ///   - isColored: Whether to use colors.
  ///   - isQuiet: Whether to omit bundles without findings.
  ///   - width: The number of columns to wrap at; nil for no limit.
  public init(isColored: Bool, isQuiet: Bool = false, width: Int? = nil) {
    (self.isColored, self.isQuiet, self.width) = (isColored, isQuiet, width)
  }

  /// Returns the whole report as text, ending in a newline.
  ///
  /// - Parameter report: A report that contains its bundles.
  public func text(of report: Report) -> String { String(decoding: render(report), as: UTF8.self) }

  /// See `ReportView`.
  public var hasHead: Bool { false }

  /// See `ReportView`.
  public mutating func add(_ bundle: BundleReport) -> [UInt8] {
    worst.count(bundle)
    if isQuiet, bundle.verdict == .pass {
      idle.count(bundle)
      return []
    }
    let findings = bundle.findings.filter { $0.isOpen || !isQuiet }
    let remarks = bundle.rules.filter { $0.status == .pass && $0.reason != nil }
    let isExplained = bundle.rules.contains { $0.explanations?.isEmpty == false }
    if isExplained { hasExplanations = true }
    let isLine = findings.isEmpty && bundle.errors.isEmpty && remarks.isEmpty && !isExplained
    var out = TerminalText(isColored: isColored, width: width)
    if last == .line, !isLine { out.newLine() }
    writeHeading(of: bundle, &out)
    for (number, finding) in findings.enumerated() {
      if number > 0 { out.newLine() }
      write(finding, in: bundle, isExplained: isExplained, &out)
    }
    for (number, error) in bundle.errors.enumerated() {
      if number > 0 || !findings.isEmpty { out.newLine() }
      write(error, &out)
    }
    for rule in remarks {
      out.breakLine(at: 8)
      out.add("  note: ", .dim)
      out.addLine(rule.id + (rule.reason.map { ": \($0)" } ?? ""), .dim)
    }
    writeExplanations(of: bundle, &out)
    if !isLine { out.newLine() }
    last = isLine ? .line : .block
    return Array(out.text.utf8)
  }

  /// See `ReportView`.
  public func finish(_ report: Report) -> (head: [UInt8], tail: [UInt8]) {
    var out = TerminalText(isColored: isColored, width: width)
    if last == .line { out.newLine() }
    if let ledger = report.ledger { write(ledger, &out) }
    for (number, error) in report.errors.enumerated() {
      if number > 0 { out.newLine() }
      write(error, &out)
    }
    for (number, warning) in report.warnings.enumerated() {
      if number > 0 || !report.errors.isEmpty { out.newLine() }
      write(warning, label: "warning", &out)
    }
    let idle = idle.notes.map { "\($0.rule ?? ""): \($0.file ?? ""): \($0.message)" }
    let notes =
      idle.map { ($0, TerminalText.Style.dim) } + (report.pending.map { [($0.remark, .yellow)] } ?? [])
      + report.setup.map { ($0.message, .dim) }
    for (note, style) in notes {
      out.breakLine(at: 6)
      out.addLine("note: " + note, style)
    }
    if !report.errors.isEmpty || !report.warnings.isEmpty || !notes.isEmpty { out.newLine() }
    worst.write(to: &out)
    writeSummary(report, &out)
    return ([], Array(out.text.utf8))
  }

  private func writeHeading(of bundle: BundleReport, _ out: inout TerminalText) {
    out.add(bundle.path, .bold)
    let facts = [bundle.identifier, bundle.kind, bundle.platform].compactMap { $0 }
    if !facts.isEmpty { out.add("  " + facts.joined(separator: ", "), .dim) }
    if bundle.findings.isEmpty && bundle.errors.isEmpty {
      let passed = bundle.rules.count { $0.status == .pass }
      let pending = bundle.rules.count { $0.status == .pending }
      out.add("  ")
      if pending > 0 {
        out.add("waiting", .yellow)
        out.add(": \(counted(pending, "rule"))" + (passed > 0 ? "; passed: \(counted(passed, "rule"))" : ""))
      } else if passed > 0 {
        out.add("passed", .green)
        out.add(": \(counted(passed, "rule"))")
      } else {
        out.add("no rule applied", .yellow)
      }
    }
    out.newLine()
  }

  private func write(_ error: EngineError, label: String = "error", _ out: inout TerminalText) {
    DiagnosticLine.write(error, label: label, details: .all, to: &out)
  }

  /// Only products are listed; their nested bundles were recorded with them.
  private func write(_ ledger: LedgerUse, _ out: inout TerminalText) {
    let products = ledger.records.filter(\.path.isEmpty)
    for record in products {
      if record.isNew, record.verdict == .pass {
        out.add(record.shownState, .bold, .green)
      } else {
        out.add(record.shownState, .bold)
      }
      out.addLine(": \(record.shownName) as #\(record.sequence) of \(ledger.location)")
      out.addDetail("contents", record.digest)
      out.addDetail("chain", record.hash)
    }
    if !products.isEmpty { out.newLine() }
  }

  private func writeSummary(_ report: Report, _ out: inout TerminalText) {
    // Dozens of the standard policies are for other kinds and platforms, which is not worth reading for every build.
    let idle = report.summary.rulesNotApplicable
    if idle > 0 {
      let each = report.summary.bundles < 2 ? "" : ", counted for each bundle"
      out.addLine(
        "not applicable: \(counted(idle, "rule"))\(each)" + (hasExplanations ? "" : "; --explain says why"), .dim)
    }
    out.breakLine(at: 4)
    let word = report.verdict.word
    if report.verdict == .pass { out.add(word, .bold, .green) } else { out.add(word, .bold, .red) }
    out.addLine(": " + VerdictLine.totals(report) + VerdictLine.sources(report))
  }
}

struct WorstRules: Hashable {
  private static let most = 5
  /// With more open findings than this, rules are listed even for one bundle.
  private static let many = 20

  private struct Count: Hashable {
    var findings = 0
    var bundles = 0
  }

  private var counts: [String: Count] = [:]
  private var bundles = 0
  private var findings = 0

  mutating func count(_ bundle: BundleReport) {
    var own: [String: Int] = [:]
    for finding in bundle.findings where finding.isOpen { own[finding.rule, default: 0] += 1 }
    for (rule, number) in own {
      counts[rule, default: Count()].findings += number
      counts[rule, default: Count()].bundles += 1
      findings += number
    }
    if !own.isEmpty { bundles += 1 }
  }

  func write(to out: inout TerminalText) {
    guard counts.count > 1, bundles > 1 || findings > Self.many,
      counts.values.contains(where: { $0.findings > 1 })
    else { return }
    let sorted = counts.sorted { left, right in
      left.value.findings != right.value.findings
        ? left.value.findings > right.value.findings : left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }
    out.addLine("rules with the most findings:")
    let columns = String(sorted.first?.value.findings ?? 0).count
    for (rule, count) in sorted.prefix(Self.most) {
      let number = String(count.findings)
      out.add("  " + String(repeating: " ", count: max(0, columns - number.count)) + number + "  " + rule)
      if bundles > 1 { out.add(" in \(counted(count.bundles, "bundle"))", .dim) }
      out.newLine()
    }
    if sorted.count > Self.most {
      out.addLine("  and \(counted(sorted.count - Self.most, "other rule"))", .dim)
    }
    out.newLine()
  }
}
