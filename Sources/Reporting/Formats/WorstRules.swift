import Basics
import Presentation
import Reports

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
