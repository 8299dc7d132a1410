import Basics
import Bundles
import PropertyLists
package import ReleaseLedger

/// The release ledger for people, in a terminal.
package struct LedgerText: Sendable {
  /// What a column is called, and the columns it may take; its labels, the last, stand as they are.
  private static let columns: [(title: String, limit: Int)] = [
    ("row", 20), ("recorded (UTC)", 26), ("check", 40), ("bundle", 44), ("platform", 12), ("version", 30),
    ("contents", 12), ("labels", .max),
  ]

  /// Whether to use colours, for terminals.
  package let isColored: Bool

  /// Makes the format.
  package init(isColored: Bool) { self.isColored = isColored }

  /// A line for each row, newest first whatever the order given, and a last line that says how many there are. What was let be
  /// in a build stands behind its verdict.
  ///
  /// What is too long for its column loses its middle; `show` has it all.
  /// `total` is how many rows there would be without a limit on their number; nil when nobody counted.
  package func log(_ builds: [RecordedBuild], total: Int?) -> String {
    var out = TerminalText(isColored: isColored)
    let rows = builds.sorted { $0.sequence > $1.sequence }.map { (build: $0, cells: Self.cells($0)) }
    if !rows.isEmpty {
      let widths = Self.columns.indices.map { column in
        let longest = rows.reduce(ColumnText.width(Self.columns[column].title)) {
          max($0, ColumnText.width($1.cells[column]))
        }
        return min(longest, Self.columns[column].limit)
      }
      write(Self.columns.map(\.title), widths, verdict: nil, &out)
      for row in rows { write(row.cells, widths, verdict: row.build.entry.verdict, &out) }
      out.newLine()
    }
    out.add(Self.closing(shown: rows.count, total: total))
    out.newLine()
    if rows.contains(where: { $0.build.entry.isNested }) {
      out.add("+ marks a nested bundle, recorded with its product", .dim)
      out.newLine()
    }
    return out.text
  }

  /// Everything recorded of one build, a line for each thing.
  package func show(_ build: RecordedBuild) -> String {
    var out = TerminalText(isColored: isColored)
    let entry = build.entry
    out.add("#\(build.sequence)  \(entry.identifier)  \(entry.versionText)  ", .bold)
    writeVerdict(entry.verdict, entry.verdict.rawValue, &out)
    out.newLine()
    let time = BuildTime(milliseconds: build.time)
    field("recorded", "\(time.dayAndTime).\(time.text.dropLast().suffix(3)) UTC", &out)
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
    writePolicies(entry.policies, &out)
    writeWaivers(entry.answeredWaivers, &out)
    writeBaselined(entry.baselinedRules, &out)
    writeLabels(entry.labels, &out)
    writeList("info", entry.info, &out)
    if let entitlements = entry.entitlements {
      writeList("entitlements", entitlements, &out)
    } else {
      field("entitlements", nil, &out)
    }
    field("previous hash", "sha256:" + Hexadecimal.text(of: build.previousHash), &out)
    field("hash", "sha256:" + Hexadecimal.text(of: build.hash), &out)
    return out.text
  }

  private static func cells(_ build: RecordedBuild) -> [String] {
    let entry = build.entry
    return [
      "#\(build.sequence)", BuildTime(milliseconds: build.time).dayAndTime,
      ([entry.verdict.rawValue] + (entry.exceptionsText.map { [$0] } ?? [])).joined(separator: ", "),
      (entry.isNested ? "+ " : "") + entry.identifier, entry.platform ?? "-", entry.versionText, entry.shortDigest,
      entry.shortLabels.joined(separator: " "),
    ]
  }

  private static func closing(shown: Int, total: Int?) -> String {
    func rows(_ count: Int) -> String { counted(count, "row") }
    if let total, total != shown { return "\(shown) of \(rows(total)), newest first" }
    return shown == 0 ? "no rows" : total == nil ? "\(rows(shown)), newest first" : "all \(rows(shown))"
  }

  private func write(
    _ cells: [String], _ widths: [Int], verdict: BuildEntry.Verdict?, _ out: inout TerminalText
  ) {
    // Blanks behind the last thing on a line serve nobody.
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
    var text = text[...]
    while text.hasSuffix(" ") { text = text.dropLast() }
    return String(text)
  }

  private func writeVerdict(_ verdict: BuildEntry.Verdict, _ text: String, _ out: inout TerminalText) {
    switch verdict {
    case .pass: out.add(text, .green)
    case .fail: out.add(text, .bold, .red)
    }
  }
}

extension LedgerText {
  /// One name and its text; what is not there is said in dimmed words, unlike a text of the same words.
  private func field(_ name: String, _ text: String?, or none: String = "none", _ out: inout TerminalText) {
    startField(name, &out)
    if let text { out.add(text.isEmpty ? "\"\"" : text) } else { out.add("(\(none))", .dim) }
    out.newLine()
  }

  private func startField(_ name: String, indent: Int = 1, _ out: inout TerminalText) {
    out.add(String(repeating: "  ", count: indent) + ColumnText.padded(name, to: 16 - 2 * indent) + "  ", .dim)
  }

  private func writePolicies(_ policies: [BuildEntry.Policy], _ out: inout TerminalText) {
    field("policies", policies.isEmpty ? nil : "\(policies.count), in the order loaded", &out)
    for policy in policies {
      out.add("    " + policy.id, .bold)
      out.add(policy.version.map { " " + $0 } ?? "")
      out.newLine()
      startField("digest", indent: 3, &out)
      out.add(policy.digest)
      out.newLine()
    }
  }

  private func writeWaivers(_ waivers: [BuildEntry.Waiver], _ out: inout TerminalText) {
    field("waivers", waivers.isEmpty ? nil : String(waivers.count), &out)
    for waiver in waivers {
      out.add("    " + waiver.rule, .bold)
      out.newLine()
      for (name, text) in [("because", waiver.because), ("owner", waiver.owner), ("last day", waiver.expires)] {
        startField(name, indent: 3, &out)
        out.add(text)
        out.newLine()
      }
    }
  }

  /// Findings that a baseline let be: nobody answers for them.
  private func writeBaselined(_ rules: [BuildEntry.Waiver], _ out: inout TerminalText) {
    if rules.isEmpty { return }
    field("baselined", LedgerCount.text(rules.count, "rule", "rules"), &out)
    for rule in rules {
      out.add("    " + rule.rule, .bold)
      out.newLine()
      startField("because", indent: 3, &out)
      out.add(rule.because)
      out.newLine()
    }
  }

  private func writeLabels(_ labels: [BuildEntry.Label], _ out: inout TerminalText) {
    field("labels", labels.isEmpty ? nil : String(labels.count), &out)
    for label in labels {
      out.add("    " + label.name, .blue)
      out.add(" = " + (label.value.isEmpty ? "\"\"" : label.value))
      out.newLine()
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
      let size = LedgerCount.text(bytes.count, "byte", "bytes")
      out.add(": \(size), but not a readable property list: \(error.description)")
      out.newLine()
    }
  }
}
