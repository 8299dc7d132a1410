import Basics
package import Reports

extension PolicyProgram {
  /// The digest of the values of all parameters: if it is equal, two programs of the same policies were loaded with the same values.
  var parameterDigest: String {
    var digest = SHA256Digest()
    for parameter in parameters.sorted(byBytesOf: { ($0.policy ?? "") + "\n" + $0.name }) {
      let text = "\(parameter.policy ?? "")\n\(parameter.name)\n\(parameter.valueText)\n"
      digest.update("\(text.utf8.count):")
      digest.update(text)
    }
    return "sha256:" + digest.hexadecimal
  }

  /// Evaluates the rules that the parts of a run left pending, on the bundles of all parts. Removes the waivers that they use from
  /// the report's warnings.
  ///
  /// Throws unless the program is the one of the parts: with the same policies, waivers and values of parameters.
  package func evaluate(
    _ pending: PendingRules, on bundles: inout [BundleReport], of report: inout Report
  ) throws(EngineError) {
    if let error = errors.first { throw error }
    let missing = report.errors.filter { $0.code.rawValue.hasPrefix("input.") || $0.code == "report.shards" }
    var comparison = BundleComparison(missing)
    for number in bundles.indices {
      comparison.note(bundles[number])
      comparison.limitSize(of: &bundles[number])
    }
    try checkInputs(pending, comparison.waiting, report)
    var tally = WaiverTally(self, asOf: pending.asOf)
    let conditions = BundleComparison.Conditions(asOf: pending.asOf, addsExcerpts: true)
    comparison.evaluate(&bundles, by: self, conditions, &tally, RunBudget())
    report.warnings = report.warnings.compactMap { tally.revised($0, of: comparison.waiting) }
  }

  private func checkInputs(_ pending: PendingRules, _ waiting: Set<String>, _ report: Report) throws(EngineError) {
    func mismatch(_ what: String, _ hint: String) -> EngineError {
      EngineError(
        code: "report.policy", message: "\(what), so the rules that compare bundles cannot be evaluated", hint: hint)
    }
    func names(_ policies: [PolicySummary]) -> [String: String] {
      Dictionary(policies.map { ($0.id, $0.digest) }, uniquingKeysWith: { first, _ in first })
    }
    let (own, others) = (names(policies), names(report.policies))
    for id in Set(own.keys).union(others.keys).sorted() where own[id] != others[id] {
      let what =
        own[id] == nil
        ? "the reports were made with policy '\(id)', which is not given"
        : others[id] == nil
          ? "policy '\(id)' is given, but the reports were made without it"
          : "policy '\(id)' has changed since the reports were made"
      throw mismatch(what, "name the policies that the shards were checked with, in the same version")
    }
    guard waiverFiles.map(\.digest) == report.waiverFiles.map(\.digest) else {
      throw mismatch(
        "the waivers files are not those that the reports were made with", "name them with --waivers, as for the shards"
      )
    }
    guard parameterDigest == pending.parameters else {
      throw mismatch(
        "the values of parameters are not those that the reports were made with",
        "give the --param and --params options of the shards")
    }
    for id in waiting.union(pending.rules).sorted()
    where !rules.contains(where: { $0.id == id && $0.comparesBundles }) {
      throw mismatch("the policies have no rule '\(id)' that compares bundles", "check the shards again")
    }
  }
}
