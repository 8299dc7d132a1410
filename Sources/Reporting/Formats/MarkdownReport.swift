import Basics
import Presentation
public import Reports

/// The report for step summaries and comments: the verdict, a table of the bundles, and the findings in each.
///
/// With a budget, only whole findings, rows and remarks that fit are written, and the number of omitted ones. Counts are always exact.
public struct MarkdownReport: ReportView {
  /// The least budget, in bytes, with room for the fixed parts.
  public static let leastBudget = 4096
  /// The most bytes of the fixed parts: verdict, heads of tables, and the lines about omissions.
  private static let fixed = 2048
  /// The most bundles in one table. Of more, those that pass are in a folded table.
  private static let together = 20
  /// The most findings of a bundle, or policies, in a list that is not folded.
  private static let listed = 20

  private let budget: Int?
  private var rows: [(isPassing: Bool, text: String)] = []
  private var passing = 0
  private var failing = 0
  private var rowsLeft: (passing: Int, failing: Int)
  private var bytesLeft: Int
  private var notShown = 0
  private var sections = 0
  private var idle = IdleRules()

  /// Creates the format.
  ///
  /// - Parameter budget: The maximum size in bytes, at least `leastBudget`; nil for no maximum.
  public init(budget: Int? = nil) {
    self.budget = budget.map { max($0, Self.leastBudget) }
    // A part of the rest is reserved for errors and remarks of the whole check.
    let room = self.budget.map { $0 - Self.fixed } ?? .max
    bytesLeft = budget == nil ? .max : room / 4 * 3
    rowsLeft = budget == nil ? (.max, .max) : (room / 16, room / 8)
  }

  /// Returns the findings on a bundle. Its row in the table is part of the head.
  public mutating func add(_ bundle: BundleReport) -> [UInt8] {
    addRow(bundle)
    idle.count(bundle)
    let open = Severity.allCases.sorted(by: >).flatMap { severity in
      bundle.findings.filter { $0.isOpen && $0.severity == severity }
    }
    let closed = bundle.findings.filter { !$0.isOpen }
    let measured = bundle.builds.filter { !$0.details.measures.isEmpty }
    if bundle.errors.isEmpty && bundle.findings.isEmpty && measured.isEmpty { return [] }
    let facts = [
      bundle.identifier.map(MarkdownText.code), bundle.kind.map(MarkdownText.prose),
      bundle.platform.map(MarkdownText.prose),
    ].compactMap { $0 }
    let head =
      "\n### \(MarkdownText.code(bundle.path))\n" + (facts.isEmpty ? "" : "\n\(facts.joined(separator: ", "))\n")
    var cut = MarkdownCut(bytesLeft: bytesLeft)
    var text = ""
    cut.section(head, &text) { cut, text in
      cut.list(bundle.errors.map { error in { MarkdownItem.text(error, label: "check incomplete") } }, &text)
      let items = open.map { finding in { MarkdownItem.text(finding, in: bundle) } }
      if open.count > Self.listed {
        cut.folded("\(open.count) findings", items, &text)
      } else {
        cut.list(items, &text)
      }
      if !closed.isEmpty {
        let waived = closed.count { $0.isWaived }
        let words = [
          waived > 0 ? "\(waived) waived" : nil, closed.count > waived ? "\(closed.count - waived) baselined" : nil,
        ]
        cut.folded(
          words.compactMap { $0 }.joined(separator: ", "),
          closed.map { finding in { MarkdownItem.text(finding, in: bundle) } }, &text)
      }
      let own = measured.filter(\.path.isEmpty).flatMap(MeasureLine.lines).map { line in
        { "- \(line.markdown)\n" }
      }
      cut.list(own, &text)
      let nested = measured.filter { !$0.path.isEmpty }
      if !nested.isEmpty {
        cut.folded(
          "measures of \(counted(nested.count, "nested bundle"))",
          nested.flatMap { build in
            MeasureLine.lines(of: build).map { line in
              { "- \(MarkdownText.code(build.path)), \(line.markdown)\n" }
            }
          }, &text)
      }
    }
    notShown += cut.left
    bytesLeft = cut.bytesLeft
    sections += text.utf8.count
    return Array(text.utf8)
  }

  private mutating func addRow(_ bundle: BundleReport) {
    let isPassing = bundle.verdict == .pass
    if isPassing { passing += 1 } else { failing += 1 }
    let open = bundle.findings.filter(\.isOpen)
    var cells = [MarkdownText.codeInTable(bundle.path)]
    switch bundle.verdict {
    case .pass: cells.append("pass")
    case .fail: cells.append("**fail**")
    case .error: cells.append("**incomplete**")
    }
    for severity in Severity.allCases.sorted(by: >) { cells.append("\(open.count { $0.severity == severity })") }
    cells.append("\(bundle.findings.count(where: \.isWaived))")
    cells.append("\(bundle.findings.count { $0.isBaselined && !$0.isWaived })")
    let row = "| " + cells.joined(separator: " | ") + " |\n"
    let room = isPassing ? rowsLeft.passing : rowsLeft.failing
    if row.utf8.count > room { return }
    rows.append((isPassing, row))
    if isPassing { rowsLeft.passing -= row.utf8.count } else { rowsLeft.failing -= row.utf8.count }
  }

  /// The head has the verdict and the table of bundles; the tail has errors, remarks, the ledger and the policies.
  public func finish(_ report: Report) -> (head: [UInt8], tail: [UInt8]) {
    let head = head(report)
    let used = budget == nil ? 0 : head.count + sections + Self.fixed / 2
    return (head, tail(report, bytes: budget.map { $0 - used }))
  }

  private func head(_ report: Report) -> [UInt8] {
    var text = "## bundlepolicy: \(report.verdict.word)\n\n"
    text += VerdictLine.totals(report)
    switch report.failOn {
    case .error: break
    case .warning, .note: text += "; findings of severity \(report.failOn.rawValue) or worse fail"
    case .never: text += "; violations do not fail this check"
    }
    text += ".\n"
    if notShown > 0 { text += "\n**\(Self.cutLine(notShown))**\n" }
    let heading =
      "| Bundle | Verdict | Errors | Warnings | Notes | Waived | Baselined |\n| --- | --- | ---: | ---: | ---: | ---: | ---: |\n"
    let shownPassing = rows.count(where: \.isPassing)
    if passing + failing <= Self.together || passing == 0 {
      if !rows.isEmpty { text += "\n" + heading + rows.map(\.text).joined() }
      text += Self.missingRows(passing + failing - rows.count, "")
    } else {
      if rows.count > shownPassing { text += "\n" + heading + rows.filter { !$0.isPassing }.map(\.text).joined() }
      text += Self.missingRows(failing - (rows.count - shownPassing), " that did not pass")
      text += "\n<details><summary>\(counted(passing, "bundle passes", "bundles pass"))</summary>\n\n"
      if shownPassing > 0 { text += heading + rows.filter(\.isPassing).map(\.text).joined() }
      text += Self.missingRows(passing - shownPassing, " that pass") + "\n</details>\n"
    }
    return Array(text.utf8)
  }

  private func tail(_ report: Report, bytes: Int?) -> [UInt8] {
    var cut = MarkdownCut(bytesLeft: bytes ?? .max)
    var text = notShown > 0 ? "\n\(Self.cutLine(notShown))\n" : ""
    cut.section("\n### Errors\n", &text) { cut, text in
      cut.list(report.errors.map { error in { MarkdownItem.text(error, label: "check incomplete") } }, &text)
    }
    cut.section("\n### Warnings\n", &text) { cut, text in
      cut.list(report.warnings.map { warning in { MarkdownItem.text(warning, label: "warning") } }, &text)
    }
    cut.section("\n### Notes\n", &text) { cut, text in
      cut.list(idle.notes.map { note in { MarkdownItem.text(note, label: "note") } }, &text)
    }
    cut.section("\n### Ledger\n", &text) { cut, text in
      let location = report.ledger?.location ?? ""
      let records = (report.ledger?.records ?? []).filter(\.path.isEmpty)
      cut.list(records.map { record in { MarkdownItem.text(record, of: location) } }, &text)
    }
    let policies = report.policies.map { policy in { MarkdownItem.text(policy) } }
    let waivers = report.waiverFiles.map { file in { "- waivers \(MarkdownText.code(file.source))\n" } }
    cut.section("\n### Policies\n", &text) { cut, text in
      let items = policies + waivers
      cut.list(report.setup.map { note in { "- \(MarkdownText.prose(note.message))\n" } }, &text)
      if items.count > Self.listed { cut.folded("\(items.count) files", items, &text) } else { cut.list(items, &text) }
    }
    if cut.left > 0 { text += "\n\(counted(cut.left, "remark", "remarks")) on the check not shown here.\n" }
    return Array(text.utf8)
  }

  private static func cutLine(_ count: Int) -> String {
    "\(counted(count, "finding or error", "findings and errors")) of bundles omitted to fit; "
      + "the other formats have all of them."
  }

  private static func missingRows(_ count: Int, _ which: String) -> String {
    count > 0
      ? "\n\(counted(count, "bundle", "bundles"))\(which) omitted from the table to fit.\n" : ""
  }
}

/// Writes Markdown lists within a limit of bytes, with whole items only.
struct MarkdownCut {
  private(set) var bytesLeft: Int
  /// The number of items that did not fit.
  private(set) var left = 0

  mutating func section(
    _ head: String, _ text: inout String, _ write: (inout MarkdownCut, inout String) -> Void
  ) {
    let before = bytesLeft
    var body = ""
    reserve(head.utf8.count)
    write(&self, &body)
    if body.isEmpty { bytesLeft = before } else { text += head + body }
  }

  mutating func list(_ items: [() -> String], _ text: inout String) {
    var isFirst = true
    for item in items {
      // Do not build items that cannot fit.
      guard bytesLeft > 1 else {
        left += 1
        continue
      }
      let item = item()
      guard item.utf8.count < bytesLeft else {
        left += 1
        continue
      }
      if isFirst { text += "\n" }
      isFirst = false
      text += item
      reserve(item.utf8.count + 1)
    }
  }

  /// Writes a folded list. The title must not contain text from outside.
  mutating func folded(_ title: String, _ items: [() -> String], _ text: inout String) {
    let (open, close) = ("\n<details><summary>\(title)</summary>\n", "\n</details>\n")
    section(open, &text) { cut, body in
      cut.reserve(close.utf8.count)
      cut.list(items, &body)
      if !body.isEmpty { body += close }
    }
  }

  private mutating func reserve(_ count: Int) { bytesLeft = max(0, bytesLeft - count) }
}
