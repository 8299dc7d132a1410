import PolicyEngine

/// What became of each rule on all bundles of a report.
struct RuleUse {
  /// How often a rule ended each way.
  struct Tally {
    var findings = 0
    var passed = 0
    var failed = 0
    var incomplete = 0
  }

  /// By `policy-id/rule-id`, of rules that applied to something.
  private(set) var tallies: [String: Tally] = [:]

  mutating func add(_ bundle: BundleReport) {
    for rule in bundle.rules where rule.status != .notApplicable {
      tallies[rule.id, default: Tally()].findings += rule.findings
      switch rule.status {
      case .pass, .waived, .baselined: tallies[rule.id]?.passed += 1
      case .fail: tallies[rule.id]?.failed += 1
      case .error: tallies[rule.id]?.incomplete += 1
      case .notApplicable: break
      }
    }
  }

  /// Whether somebody wants to read of the rule.
  func isNeeded(_ rule: String) -> Bool {
    tallies[rule].map { $0.findings > 0 || $0.failed > 0 || $0.incomplete > 0 } ?? false
  }
}
