import Basics
import Reports

/// What a rule came to over all bundles of a graph.
struct RuleTally {
  var findings: [Finding] = []
  var fuel: UInt64 = 0
  var wasEvaluated = false
  /// Whether it is evaluated once all bundles have been checked.
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

  /// A file of a nested bundle is found by way of the bundle around it, too; the first stands.
  mutating func dropRepeatedFiles() {
    // By bytes: names that differ in normalization are those of two files.
    var seen: Set<[[UInt8]]> = []
    findings.removeAll { finding in
      guard let pattern = finding.forbiddenBy, let file = finding.file else { return false }
      let path = finding.bundle.isEmpty ? file : finding.bundle + "/" + file
      return !seen.insert([Array(path.utf8), Array(pattern.utf8)]).inserted
    }
  }

  /// Findings with the same place and discriminator that say different things are different findings.
  mutating func tellApart() {
    if findings.count < 2 { return }
    var alike: [[String]: [Int]] = [:]
    for (position, finding) in findings.enumerated() {
      let place = [finding.bundle, finding.file ?? "", finding.keyPath ?? "", finding.discriminator]
      alike[place, default: []].append(position)
    }
    for positions in alike.values where positions.count > 1 {
      func said(_ position: Int) -> [String] { [findings[position].message, findings[position].expected ?? ""] }
      guard let first = positions.first, positions.contains(where: { said($0) != said(first) }) else { continue }
      for position in positions { findings[position].distinction = Digest.fingerprint(said(position)) }
    }
  }

  /// What will be an error is a warning until that day.
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
