import Basics
import Reports

struct RuleTally {
  var findings: [Finding] = []
  var fuel: UInt64 = 0
  var wasEvaluated = false
  var isPending = false
  var hasFailed = false
  var reason: String?
  var remark: String?
  var explanations: [RuleExplanation] = []

  mutating func add(_ found: [Finding], fuel used: UInt64) {
    findings += found
    fuel = fuel.addingReportingOverflow(used).partialValue
    wasEvaluated = true
  }

  mutating func addPending(fuel used: UInt64) {
    add([], fuel: used)
    isPending = true
  }

  /// Drops repeated findings: a file of a nested bundle is found through the outer bundle, too. Keeps a waived finding, else one whose
  /// waiver has expired, else the first.
  mutating func dropRepeatedFiles() {
    // By bytes: names that differ in normalization belong to two files.
    func place(_ finding: Finding) -> [ExactText]? {
      guard let pattern = finding.forbiddenBy, let file = finding.file else { return nil }
      return [ExactText(finding.bundle.isEmpty ? file : finding.bundle + "/" + file), ExactText(pattern)]
    }
    func rank(_ finding: Finding) -> Int { finding.isWaived ? 2 : finding.waiver == nil ? 0 : 1 }
    var best: [[ExactText]: Int] = [:]
    for finding in findings { if let place = place(finding) { best[place] = max(best[place] ?? 0, rank(finding)) } }
    if best.isEmpty { return }
    var seen: Set<[ExactText]> = []
    findings.removeAll { finding in
      guard let place = place(finding) else { return false }
      return rank(finding) < best[place] ?? 0 || !seen.insert(place).inserted
    }
  }

  /// Findings with the same place and discriminator but different messages are different findings.
  mutating func tellApart() {
    if findings.count < 2 { return }
    var alike: [[ExactText]: [Int]] = [:]
    for (position, finding) in findings.enumerated() {
      let place = [finding.bundle, finding.file ?? "", finding.keyPath ?? "", finding.discriminator]
      alike[place.map(ExactText.init), default: []].append(position)
    }
    for positions in alike.values where positions.count > 1 {
      func said(_ position: Int) -> [ExactText] {
        [ExactText(findings[position].message), ExactText(findings[position].expected ?? "")]
      }
      guard let first = positions.first, positions.contains(where: { said($0) != said(first) }) else { continue }
      for position in positions { findings[position].distinction = Digest.fingerprint(said(position).map(\.text)) }
    }
  }

  /// A future error is a warning until that day.
  mutating func soften(until day: CalendarDate) {
    for position in findings.indices where findings[position].severity == .error {
      findings[position].severity = .warning
      findings[position].givenMessage = findings[position].message
      findings[position].message += " (an error from \(day.text) on)"
    }
  }

  func conclude(_ result: inout RuleResult) {
    let status: RuleResult.Status
    if hasFailed {
      status = .error
    } else if isPending {
      status = .pending
    } else if !wasEvaluated {
      status = .notApplicable
    } else if findings.isEmpty {
      status = .pass
    } else {
      status = findings.allSatisfy(\.isWaived) ? .waived : .fail
    }
    result.status = status
    result.findings = findings.count
    result.fuel = fuel
    result.reason =
      switch status {
      case .notApplicable: reason
      case .pass: remark
      case .pending: PendingRules.reason
      default: nil
      }
  }
}
