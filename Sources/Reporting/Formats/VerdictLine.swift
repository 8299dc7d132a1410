import Basics
import Reports

extension Verdict {
  private var words: (word: String, outcome: String, sign: String, style: String) {
    switch self {
    case .pass: ("PASS", "passed", "✓", "is-pass")
    case .fail: ("FAIL", "failed", "✕", "is-fail")
    case .error: ("INCOMPLETE", "incomplete", "!", "is-incomplete")
    }
  }

  var word: String { words.word }
  var outcome: String { words.outcome }
  var sign: String { words.sign }
  var style: String { words.style }
}

enum VerdictLine {
  /// The totals, `2 errors, 1 note; 12 rule evaluations on 3 bundles (1 failed)`, and the cause of a failure that no bundle caused. Does
  /// not read the report's bundles.
  static func totals(_ report: Report) -> String {
    let summary = report.summary
    var parts = [findings(summary, counted)]
    if report.verdict == .fail, summary.failedBundles == 0 {
      parts.append("the baseline lists findings that no longer occur")
    }
    if report.verdict == .error { parts.append("the check could not be completed") }
    // A rule counts once for each bundle on which it was evaluated.
    let evaluated = summary.rulesEvaluated
    let judged =
      (summary.bundles < 2 ? counted(evaluated, "rule") + " evaluated" : counted(evaluated, "rule evaluation"))
      + (summary.rulesPending > 0 ? " and \(summary.rulesPending) waiting" : "")
    let part = report.shard.map { " in shard \($0.index) of \($0.count)" } ?? ""
    return parts.joined(separator: ", ") + "; \(judged) on \(bundles(summary))\(part)"
  }

  /// `2 errors, 1 waived`, or `no findings`.
  static func findings(_ summary: ReportSummary, _ counted: (Int, String, String) -> String) -> String {
    let counts = [
      (summary.errors, "error", "errors"), (summary.warnings, "warning", "warnings"), (summary.notes, "note", "notes"),
      (summary.waived, "waived", "waived"), (summary.baselined, "baselined", "baselined"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map(counted)
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }

  /// `3 bundles (1 failed, 1 incomplete, 1 passed)`; without details if there is one bundle or all passed.
  private static func bundles(_ summary: ReportSummary) -> String {
    let all = counted(summary.bundles, "bundle", "bundles")
    var parts: [String] = []
    if summary.failedBundles > 0 { parts.append("\(summary.failedBundles) failed") }
    if summary.incompleteBundles > 0 { parts.append("\(summary.incompleteBundles) incomplete") }
    let passed = summary.bundles - summary.failedBundles - summary.incompleteBundles
    if !parts.isEmpty, passed > 0 { parts.append("\(passed) passed") }
    return summary.bundles < 2 || parts.isEmpty ? all : "\(all) (\(parts.joined(separator: ", ")))"
  }

  /// The policies and waivers, ` by test (policy.lua), waivers from waivers.lua`; empty if nothing was loaded.
  static func sources(_ report: Report) -> String {
    let policies = report.policies.map { $0.id + ($0.version.map { " " + $0 } ?? "") + " (\($0.source))" }
    // An organization's policy may include dozens. The JSON report names all of them.
    let shown = policies.count > 5 ? Array(policies.prefix(3)) + ["\(policies.count - 3) more"] : policies
    let waivers = report.waiverFiles.map(\.source)
    return (shown.isEmpty ? "" : " by " + shown.joined(separator: ", "))
      + (waivers.isEmpty ? "" : ", waivers from " + waivers.joined(separator: ", "))
  }
}

extension PendingRules {
  var remark: String {
    let names = rules.prefix(3).joined(separator: ", ") + (rules.count > 3 ? ", …" : "")
    return rules.count == 1
      ? "rule \(names) compares the bundles of all shards; 'bundlepolicy report --policy' evaluates it when it merges their reports"
      : "rules \(names) compare the bundles of all shards; 'bundlepolicy report --policy' evaluates them when it merges their reports"
  }
}
