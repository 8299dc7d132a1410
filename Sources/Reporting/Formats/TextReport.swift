public import Basics
public import PolicyEngine

/// The report for people: every finding with its place first, so that editors and CI logs link it.
public struct TextReport: ReportView {
  /// Rules that applied to nothing are named up to this many, and counted beyond.
  private static let listed = 10

  /// Whether to use colours, for terminals.
  public let isColored: Bool
  /// Whether to leave out bundles that passed.
  public let isQuiet: Bool

  private var hasFailedBundle = false

  /// Makes the format.
  public init(isColored: Bool, isQuiet: Bool = false) {
    self.isColored = isColored
    self.isQuiet = isQuiet
  }

  /// The whole text of a report that holds its bundles, ending in a newline.
  public func text(of report: Report) -> String { String(decoding: render(report), as: UTF8.self) }

  /// See `ReportView`.
  public var hasHead: Bool { false }

  /// See `ReportView`.
  public func head(_ report: Report) -> [UInt8] { [] }

  /// See `ReportView`.
  public mutating func add(_ bundle: BundleReport) -> [UInt8] {
    if bundle.verdict != .pass { hasFailedBundle = true } else if isQuiet { return [] }
    var out = TerminalText(isColored: isColored)
    write(bundle, &out)
    return Array(out.text.utf8)
  }

  /// See `ReportView`.
  public func tail(_ report: Report) -> [UInt8] {
    var out = TerminalText(isColored: isColored)
    if let ledger = report.ledger { write(ledger, &out) }
    for error in report.errors { write(error, &out) }
    for warning in report.warnings { write(warning, label: "warning", &out) }
    if let policy = report.defaultPolicy {
      out.add("note: " + policy.remark, .dim)
      out.newLine()
    }
    if !(report.errors.isEmpty && report.warnings.isEmpty && report.defaultPolicy == nil) { out.newLine() }
    writeSummary(report, &out)
    return Array(out.text.utf8)
  }

  private func write(_ bundle: BundleReport, _ out: inout TerminalText) {
    out.add(bundle.path, .bold)
    let facts = [bundle.identifier, bundle.kind, bundle.platform].compactMap { $0 }
    if !facts.isEmpty { out.add("  " + facts.joined(separator: ", "), .dim) }
    out.newLine()
    for finding in bundle.findings { write(finding, in: bundle, &out) }
    for error in bundle.errors { write(error, &out) }
    let idle = bundle.rules.filter { $0.status == .notApplicable }
    // Of the standard policies dozens are for other kinds and platforms: nobody reads that of every build.
    if idle.count > Self.listed {
      out.add("  not applicable: \(counted(idle.count, "rule")); --explain says why", .dim)
      out.newLine()
    }
    for rule in idle where idle.count <= Self.listed {
      out.add("  not applicable: ", .dim)
      out.add(rule.id + (rule.reason.map { " (\($0))" } ?? ""), .dim)
      out.newLine()
    }
    for rule in bundle.rules where rule.status == .pass && rule.reason != nil {
      out.add("  note: ", .dim)
      out.add(rule.id + (rule.reason.map { ": \($0)" } ?? ""), .dim)
      out.newLine()
    }
    if bundle.findings.isEmpty && bundle.errors.isEmpty {
      let passed = bundle.rules.count { $0.status == .pass }
      out.add("  passed", .green)
      out.add(": \(counted(passed, "rule"))")
      out.newLine()
    }
    writeExplanations(of: bundle, &out)
    out.newLine()
  }

  func write(_ finding: Finding, in bundle: BundleReport, _ out: inout TerminalText) {
    let file = [bundle.path, finding.bundle, finding.file ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
    var place = file
    if let line = finding.line { place += ":\(line)" + (finding.column.map { ":\($0)" } ?? "") }
    out.add(place + ": ")
    if finding.isWaived {
      out.add("waived", .dim)
    } else if finding.isBaselined {
      out.add("baselined", .dim)
    } else {
      switch finding.severity {
      case .error: out.add("error", .bold, .red)
      case .warning: out.add("warning", .bold, .yellow)
      case .note: out.add("note", .bold, .blue)
      }
    }
    out.add(": " + finding.message, .bold)
    out.newLine()
    if let keyPath = finding.keyPath { detail("key", keyPath, &out) }
    if let value = finding.value { detail("value", value.isEmpty ? "\"\"" : value, &out) }
    if let expected = finding.expected { detail("expected", expected, &out) }
    if let fix = finding.fix { detail("fix", fix, &out) }
    if let help = finding.help { detail("help", help, &out) }
    let changed = finding.overridden.map { "; severity from \($0.file):\($0.line)" } ?? ""
    let declared = finding.declared
    // A snapshot keeps no places in policies.
    detail("rule", finding.rule + (declared.file.isEmpty ? "" : " (\(declared.file):\(declared.line)\(changed))"), &out)
    if let waiver = finding.waiver {
      let state = waiver.isExpired ? "expired on" : "until"
      detail(
        "waiver",
        "\(state) \(waiver.expires), \(waiver.owner): \(waiver.because) (\(waiver.declared.file):\(waiver.declared.line))",
        &out)
    }
  }

  func detail(_ name: String, _ text: String, _ out: inout TerminalText) {
    out.add("    " + name + String(repeating: " ", count: max(1, 10 - name.count)), .dim)
    out.add(text)
    out.newLine()
  }

  private func write(_ error: EngineError, label: String = "error", _ out: inout TerminalText) {
    out.add(DiagnosticLine.render(error, label: label))
    out.newLine()
    for line in error.trace?.detailLines ?? [] {
      out.add(line)
      out.newLine()
    }
    if let rule = error.rule { detail("rule", rule, &out) }
    if let hint = error.hint { detail("fix", hint, &out) }
  }

  /// The products; what is in them was recorded with them.
  private func write(_ ledger: LedgerAccount, _ out: inout TerminalText) {
    let products = ledger.records.filter(\.path.isEmpty)
    for record in products {
      let version = [record.shortVersion, record.build.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
      let name = [record.identifier, version].filter { !$0.isEmpty }.joined(separator: " ")
      if !record.isNew {
        out.add("already in the ledger", .bold)
      } else if record.verdict == .pass {
        out.add("recorded", .bold, .green)
      } else {
        out.add("recorded as failed", .bold)
      }
      out.add(": \(name) as #\(record.sequence) of \(ledger.location)")
      out.newLine()
      detail("contents", record.digest, &out)
      detail("chain", record.hash, &out)
    }
    if !products.isEmpty { out.newLine() }
  }

  private func writeSummary(_ report: Report, _ out: inout TerminalText) {
    let word = VerdictLine.word(report.verdict)
    if report.verdict == .pass { out.add(word, .bold, .green) } else { out.add(word, .bold, .red) }
    out.add(": " + VerdictLine.totals(report, hasFailedBundle: hasFailedBundle) + VerdictLine.sources(report))
    out.newLine()
  }
}

/// `FILE:LINE: error: MESSAGE`, as compilers write it.
public enum DiagnosticLine {
  /// The line without its end; nothing in it is escaped yet.
  public static func render(_ error: EngineError, label: String = "error") -> String { error.headline(label) }
}
