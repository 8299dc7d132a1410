import PolicyEngine

/// What is said of bundles so far, as far as the rest of a report depends on it.
struct BundleTally {
  private(set) var hasFailed = false
  private(set) var hasErrors = false

  /// Takes note of a bundle.
  mutating func count(_ bundle: BundleReport) {
    if bundle.verdict == .fail { hasFailed = true }
    if bundle.verdict == .error { hasErrors = true }
  }
}

/// What decides the verdict of a report and belongs to none of its bundles.
struct ReportRemainder {
  /// Why the check is incomplete.
  let errors: [EngineError]
  /// Why the check failed though no bundle did.
  let failure: EngineError?

  /// What is left to say when the bundles of `tally` have been told of.
  init(_ report: Report, _ tally: BundleTally) {
    var errors = report.errors
    if report.verdict == .error, errors.isEmpty, !tally.hasErrors {
      errors.append(EngineError(code: "check.incomplete", message: "the check could not be completed"))
    }
    self.errors = errors
    guard report.verdict == .fail, !tally.hasFailed else {
      failure = nil
      return
    }
    let gone = report.warnings.first { $0.code == "baseline.gone" }
    failure = EngineError(
      code: "baseline.gone", message: "the baseline holds findings that are gone", file: gone?.file,
      hint: "write the baseline anew with --write-baseline")
  }
}
