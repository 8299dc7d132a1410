import Basics
package import BuildRecords
import Bundles
import Inspection
import Presentation
import PropertyLists
import ReleaseLedger

package struct LedgerText: Sendable {
  /// The title and the maximum width of each column. The labels, in the last, are never shortened.
  private static let columns: [(title: String, limit: Int)] = [
    ("row", 20), ("recorded (UTC)", 26), ("check", 40), ("bundle", 44), ("platform", 12), ("version", 30),
    ("contents", 12), ("labels", .max),
  ]

  package let isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  /// Returns a line for each build, the last recorded first, and a line with their number. Accepted findings follow the verdict; marks of
  /// later rows are below the build. Text that is too long for its column loses its middle; `show` has all of it.
  /// - Parameter total: The number of rows without a limit, or nil if it is unknown.
  package func log(_ builds: [RecordedBuild], total: Int?) -> String {
    var out = TerminalText(isColored: isColored)
    let rows = builds.sorted { $0.sequence > $1.sequence }.map { (build: $0, cells: Self.cells($0)) }
    if !rows.isEmpty {
      let titles = Self.columns.map(\.title)
      let widths = Self.widths([titles] + rows.map(\.cells), limits: Self.columns.map(\.limit))
      write(titles, widths, verdict: nil, &out)
      for row in rows {
        write(row.cells, widths, verdict: row.build.entry.verdict, &out)
        for remark in Self.remarks(on: row.build) {
          out.addLine(String(repeating: " ", count: widths[0] + 2) + remark, .dim)
        }
      }
      out.newLine()
    }
    out.addLine(Self.closing(shown: rows.count, total: total))
    if rows.contains(where: { $0.build.entry.isNested }) {
      out.addLine("+ marks a nested bundle, recorded with its product", .dim)
    }
    return out.text
  }

  package static func problem(ofMeasure name: String, in builds: [RecordedBuild]) -> String? {
    let names = Set(builds.flatMap { $0.entry.details.measures.map(\.name) })
    if names.isEmpty || names.contains(name) { return nil }
    let nearest = SpellingCorrector.suggestion(for: name, among: names)
    return "no listed build has the measure '\(name)'"
      + (nearest.isEmpty ? "; they have \(names.sortedByBytes().joined(separator: ", "))" : nearest)
  }

  /// Returns a line for each build with its value of a measure, the change to the build before it in the list, and a bar. The last
  /// recorded build comes last, so that the bars form a chart over time. Builds without the measure are counted at the end.
  package func log(_ builds: [RecordedBuild], measure: String) -> String {
    var out = TerminalText(isColored: isColored)
    let sorted = builds.sorted { $0.sequence < $1.sequence }
    let measured = sorted.compactMap { build in build.entry.details.measure(measure).map { (build, $0) } }
    let largest = measured.map(\.1).max() ?? 0
    var earlier: [String: Int64] = [:]
    let rows = measured.map { build, value in
      let entry = build.entry
      let key = "\(entry.product)\u{0}\(entry.path)\u{0}\(entry.platform ?? "")"
      let change = earlier[key].map { MeasureText.change(from: $0, to: value, of: measure) } ?? ""
      if entry.verdict == .pass, build.withdrawal == nil { earlier[key] = value }
      let length = largest > 0 ? Int((Double(value) / Double(largest) * 40).rounded()) : 0
      return [
        "#\(build.sequence)", BuildTime(milliseconds: build.time).dayAndTime,
        (entry.isNested ? "+ " : "") + entry.identifier, entry.versionText, MeasureText.text(value, of: measure),
        change, String(repeating: "#", count: length),
      ]
    }
    if !rows.isEmpty {
      let lines = [["row", "recorded (UTC)", "bundle", "version", measure, "change", ""]] + rows
      let widths = Self.widths(lines, limits: lines[0].map { _ in 44 })
      for (number, cells) in lines.enumerated() {
        let line = zip(cells, widths).enumerated().map { column, cell in
          ColumnText.padded(cell.0, to: cell.1, isRight: [0, 4, 5].contains(column))
        }.joined(separator: "  ")
        if number == 0 { out.add(Self.trimmed(line), .dim) } else { out.add(Self.trimmed(line)) }
        out.newLine()
      }
      out.newLine()
    }
    let missing = sorted.count - measured.count
    out.addLine(
      "\(counted(measured.count, "build")) with '\(measure)'"
        + (missing > 0 ? ", and \(counted(missing, "build")) recorded without it" : ""))
    return out.text
  }

  private static func widths(_ lines: [[String]], limits: [Int]) -> [Int] {
    limits.enumerated().map { column, limit in min(lines.map { ColumnText.width($0[column]) }.max() ?? 0, limit) }
  }

  package func show(_ build: RecordedBuild) -> String {
    var out = TerminalText(isColored: isColored)
    let entry = build.entry
    out.add("#\(build.sequence)  \(entry.identifier)  \(entry.versionText)  ", .bold)
    writeVerdict(entry.verdict, entry.verdict.rawValue, &out)
    out.newLine()
    let time = BuildTime(milliseconds: build.time)
    if let mark = entry.mark { writeMark(mark, &out) }
    field(
      "recorded",
      "\(time.dayAndTime).\(time.text.dropLast().suffix(3)) UTC"
        + (build.isClockBehind ? ", by a clock that was behind the time of the row before" : ""), &out)
    writeStanding(build, &out)
    field("tool", entry.tool, &out)
    field("product", entry.product, &out)
    field("identifier", entry.identifier, &out)
    field("platform", entry.platform, &out)
    field("kind", entry.kind, &out)
    field("name", entry.name, &out)
    if entry.isNested { field("path", entry.path, &out) } else { field("path", nil, or: "the product itself", &out) }
    field("short version", entry.shortVersion, &out)
    field("build", entry.build, &out)
    field("contents", entry.digest.text, &out)
    if entry.mark == nil {
      writePolicies(entry.policies, &out)
      writeWaivers(entry.answeredWaivers, &out)
      writeBaselined(entry.baselinedRules, &out)
    }
    writeLabels(build.labels, &out)
    writeDetails(entry.details, &out)
    if entry.mark == nil {
      writeList("info", entry.info, &out)
      if let list = entry.entitlements {
        writeList("entitlements", list, &out)
      } else {
        field("entitlements", nil, &out)
      }
    }
    field("previous hash", "sha256:" + Hexadecimal.text(of: build.previousHash), &out)
    field("hash", "sha256:" + Hexadecimal.text(of: build.hash), &out)
    return out.text
  }

  private static func cells(_ build: RecordedBuild) -> [String] {
    let entry = build.entry
    return [
      "#\(build.sequence)", BuildTime(milliseconds: build.time).dayAndTime,
      [entry.verdict.rawValue, build.standingText, entry.exceptionsText].compactMap { $0 }.joined(separator: ", "),
      (entry.isNested ? "+ " : "") + entry.identifier, entry.platform ?? "-", entry.versionText, entry.shortDigest,
      build.shortLabels.joined(separator: " "),
    ]
  }

  private static func remarks(on build: RecordedBuild) -> [String] {
    var remarks: [String] = []
    if let row = build.withdrawal {
      remarks.append(
        "\(words(row)): \(row.entry.mark?.reason ?? "")\(build.isNumberFree ? " (its number is free)" : "")")
    }
    if let row = build.shipment { remarks.append(words(row)) }
    if let row = build.takenBackShipment {
      remarks.append("shipment taken back \(place(row)): \(row.entry.mark?.reason ?? "")")
    }
    if let row = build.drop { remarks.append(words(row)) }
    if build.isClockBehind { remarks.append("the recorder's clock was behind the time of the row before") }
    return remarks
  }

  /// `withdrawn 2026-01-02 03:04:05, row #9`
  private static func words(_ row: RecordedBuild) -> String {
    let word = row.entry.mark.map { $0.kind.isWithdrawal ? "withdrawn" : $0.kind.rawValue } ?? ""
    return "\(word) \(place(row))"
  }

  private static func place(_ row: RecordedBuild) -> String {
    "\(BuildTime(milliseconds: row.time).dayAndTime), row #\(row.sequence)"
  }

  private static func closing(shown: Int, total: Int?) -> String {
    func builds(_ count: Int) -> String { counted(count, "build") }
    let order = ", last recorded first"
    if let total, total != shown { return "\(shown) of \(builds(total))" + order }
    return shown == 0 ? "no builds" : builds(shown) + (total == nil ? order : "")
  }

  private func write(
    _ cells: [String], _ widths: [Int], verdict: BuildEntry.Verdict?, _ out: inout TerminalText
  ) {
    // Leave out trailing spaces.
    let last = cells.lastIndex { !$0.isEmpty } ?? 0
    for column in 0...last {
      if column > 0 { out.add("  ") }
      let isLabels = column == widths.count - 1
      let padded = ColumnText.padded(cells[column], to: widths[column], isRight: column == 0)
      let text = isLabels ? cells[column] : column == last ? Self.trimmed(padded) : padded
      if let verdict {
        switch column {
        case 2:
          writeVerdict(verdict, verdict.rawValue, &out)
          out.add(String(text.dropFirst(verdict.rawValue.count)))
        case 0, 1, 6: out.add(text, .dim)
        case 3: out.add(text, .bold)
        default: out.add(text)
        }
      } else {
        out.add(text, .dim)
      }
    }
    out.newLine()
  }

  private static func trimmed(_ text: String) -> String {
    text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
  }

  private func writeVerdict(_ verdict: BuildEntry.Verdict, _ text: String, _ out: inout TerminalText) {
    switch verdict {
    case .pass: out.add(text, .green)
    case .fail: out.add(text, .bold, .red)
    }
  }
}

extension LedgerText {
  /// Writes a name and its text. A missing value is a dimmed word, so it cannot be confused with text of the same words.
  private func field(_ name: String, _ text: String?, or none: String = "none", _ out: inout TerminalText) {
    startField(name, &out)
    if let text { out.add(text.isEmpty ? "\"\"" : text) } else { out.add("(\(none))", .dim) }
    out.newLine()
  }

  private func startField(_ name: String, indent: Int = 1, _ out: inout TerminalText) {
    out.add(String(repeating: "  ", count: indent) + ColumnText.padded(name, to: 16 - 2 * indent) + "  ", .dim)
  }

  private func writeMark(_ mark: BuildMark, _ out: inout TerminalText) {
    let (name, words) =
      switch mark.kind {
      case .withdrawn: ("withdraws", "")
      case .freed: ("withdraws", ", and frees its number")
      case .shipped: ("ships", "")
      case .labeled: ("labels", "")
      case .unshipped: ("takes back", ", which was marked as shipped")
      case .dropped: ("drops", ", which the build recorded before does not contain")
      }
    field(name, "row #\(mark.target)" + words, &out)
    if let reason = mark.reason { field("because", reason, &out) }
  }

  private func writeStanding(_ build: RecordedBuild, _ out: inout TerminalText) {
    func time(_ row: RecordedBuild) -> String {
      "\(BuildTime(milliseconds: row.time).dayAndTime) UTC, row #\(row.sequence)"
    }
    if let row = build.shipment { field("shipped", time(row), &out) }
    if let row = build.takenBackShipment {
      field("not shipped", "taken back \(time(row))", &out)
      field("because", row.entry.mark?.reason, &out)
    }
    if let row = build.drop { field("dropped", time(row), &out) }
    guard let row = build.withdrawal else { return }
    field("withdrawn", time(row) + (build.isNumberFree ? "; its number is free" : ""), &out)
    field("because", row.entry.mark?.reason, &out)
  }

  private func writePolicies(_ policies: [BuildEntry.Policy], _ out: inout TerminalText) {
    field("policies", policies.isEmpty ? nil : "\(policies.count), in the order loaded", &out)
    for policy in policies {
      writePart(policy.id, version: policy.version.map { " " + $0 } ?? "", [("digest", policy.digest)], &out)
    }
  }

  private func writeWaivers(_ waivers: [BuildEntry.Waiver], _ out: inout TerminalText) {
    field("waivers", waivers.isEmpty ? nil : String(waivers.count), &out)
    for waiver in waivers {
      writePart(
        waiver.rule, [("because", waiver.because), ("owner", waiver.owner), ("last day", waiver.expires)], &out)
    }
  }

  /// Findings that a baseline accepts have no owner.
  private func writeBaselined(_ rules: [BuildEntry.Waiver], _ out: inout TerminalText) {
    if rules.isEmpty { return }
    field("baselined", GroupedCount.text(rules.count, "rule", "rules"), &out)
    for rule in rules { writePart(rule.rule, [("because", rule.because)], &out) }
  }

  private func writePart(
    _ name: String, version: String = "", _ facts: [(name: String, text: String)], _ out: inout TerminalText
  ) {
    out.add("    " + name, .bold)
    out.addLine(version)
    for fact in facts {
      startField(fact.name, indent: 3, &out)
      out.addLine(fact.text)
    }
  }

  private func writeLabels(_ labels: [BuildEntry.Label], _ out: inout TerminalText) {
    field("labels", labels.isEmpty ? nil : String(labels.count), &out)
    for label in labels {
      out.add("    " + label.name, .blue)
      out.addLine(" = " + (label.value.isEmpty ? "\"\"" : label.value))
    }
  }

  private func writeDetails(_ details: BuildDetails, _ out: inout TerminalText) {
    if !details.measures.isEmpty { field("measures", String(details.measures.count), &out) }
    for measure in details.measures {
      out.add("    " + measure.name, .blue)
      out.addLine(" = " + MeasureText.exactText(measure.value, of: measure.name))
    }
    for set in details.sets {
      field(set.name, counted(set.members.count, "member"), &out)
      for member in set.members {
        out.add("    " + member.name)
        if let value = member.value { out.add(" = " + value) }
        out.newLine()
      }
    }
  }

  private func writeList(_ name: String, _ bytes: [UInt8], _ out: inout TerminalText) {
    do throws(PropertyListError) {
      let list = try PropertyList.parse(bytes, file: name)
      out.add("  " + ColumnText.padded(name, to: 14), .dim)
      PropertyListTree.describe(list.root, of: list, &out)
      out.newLine()
      if InfoTree.isInfo(list) {
        InfoTree.write(list, indent: 2, to: &out)
      } else {
        PropertyListTree.write(list.root, of: list, indent: 2, to: &out)
      }
    } catch {
      startField(name, &out)
      out.add("cannot be read", .bold, .red)
      let size = GroupedCount.text(bytes.count, "byte", "bytes")
      out.addLine(": \(size), but not a readable property list: \(error.description)")
    }
  }
}
