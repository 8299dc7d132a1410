/// What a report says of all bundles together, counted as they come, so that they need not be kept.
struct ReportTally {
  private(set) var summary = ReportSummary()
  private(set) var hasFailure = false
  private(set) var hasError = false
  /// Of each rule selected, in their order, whether it applied to any bundle.
  private(set) var applied: [Bool]

  /// Begins to count; `rules` are selected.
  init(rules: Int) { applied = [Bool](repeating: false, count: rules) }

  mutating func add(_ bundle: BundleReport) {
    summary.bundles += 1
    switch bundle.verdict {
    case .pass: break
    case .fail:
      hasFailure = true
      summary.failedBundles += 1
    case .error:
      hasError = true
      summary.incompleteBundles += 1
    }
    for finding in bundle.findings { count(finding) }
    for (position, rule) in bundle.rules.enumerated() {
      switch rule.status {
      case .notApplicable:
        summary.rulesNotApplicable += 1
        continue
      case .pass, .waived, .baselined: summary.rulesPassed += 1
      case .fail, .error: summary.rulesFailed += 1
      }
      summary.rulesEvaluated += 1
      if applied.indices.contains(position) { applied[position] = true }
    }
  }

  private mutating func count(_ finding: Finding) {
    if finding.isWaived {
      summary.waived += 1
    } else if finding.isBaselined {
      summary.baselined += 1
    } else {
      switch finding.severity {
      case .error: summary.errors += 1
      case .warning: summary.warnings += 1
      case .note: summary.notes += 1
      }
    }
  }
}
