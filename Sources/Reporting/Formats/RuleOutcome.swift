import Basics
import Reports

struct RuleOutcome {
  let rule: String
  /// Why the rule did not apply, or a remark on a pass.
  var reason: String?
  var isSkipped = false
  var isBroken = false
  var failing: [Finding] = []
  var tolerated: [Finding] = []
  var excused: [Finding] = []
  var errors: [EngineError] = []

  var findings: [Finding] { failing + tolerated + excused }
}

/// All results of a bundle, so that no format omits a part: every finding and every error is included once.
struct BundleOutcome {
  /// The rules in the order of the report; rules that it does not list come last.
  private(set) var rules: [RuleOutcome]
  private(set) var errors: [EngineError] = []

  /// Sorts the results of a bundle. `failOn` says which open findings fail it.
  init(_ bundle: BundleReport, failOn: FailureThreshold) {
    rules = bundle.rules.map { RuleOutcome($0) }
    var places: [String: Int] = [:]
    for (number, rule) in bundle.rules.enumerated() where places[rule.id] == nil { places[rule.id] = number }
    // A bundle that failed must not look as if it had passed, even if the caller passes another `failOn`.
    let worst = bundle.verdict == .fail ? bundle.findings.filter(\.isOpen).map(\.severity).max() : nil
    for finding in bundle.findings {
      let place = places[finding.rule] ?? rules.count
      if place == rules.count {
        places[finding.rule] = place
        rules.append(RuleOutcome(rule: finding.rule))
      }
      if !finding.isOpen {
        rules[place].excused.append(finding)
      } else if failOn.includes(finding.severity) || worst.map({ finding.severity >= $0 }) == true {
        rules[place].failing.append(finding)
      } else {
        rules[place].tolerated.append(finding)
      }
    }
    for error in bundle.errors {
      if let place = error.rule.flatMap({ places[$0] }) {
        rules[place].errors.append(error)
        rules[place].isBroken = true
      } else {
        errors.append(error)
      }
    }
    let isBroken = !errors.isEmpty || rules.contains(where: \.isBroken)
    if bundle.verdict == .error, !isBroken {
      errors.append(
        EngineError(code: "check.incomplete", message: "the bundle could not be checked", file: bundle.path))
    }
  }
}

extension RuleOutcome {
  fileprivate init(_ result: RuleResult) {
    rule = result.id
    reason = result.reason
    isSkipped = [.notApplicable, .pending].contains(result.status)
    isBroken = result.status == .error
  }
}

/// The causes of a verdict that belong to no bundle.
struct ReportRemainder {
  let errors: [EngineError]
  let failure: EngineError?

  init(_ report: Report) {
    var errors = report.errors
    if report.verdict == .error, errors.isEmpty, report.summary.incompleteBundles == 0 {
      errors.append(EngineError(code: "check.incomplete", message: "the check could not be completed"))
    }
    self.errors = errors
    guard report.verdict == .fail, report.summary.failedBundles == 0 else {
      failure = nil
      return
    }
    let gone = report.warnings.first { $0.code == "baseline.gone" }
    failure = EngineError(
      code: "baseline.gone", message: "the baseline lists findings that no longer occur", file: gone?.file,
      hint: "rewrite the baseline with --write-baseline")
  }
}

/// The rules that passed although they compared nothing, such as with the first build of a product, for formats that do not show the
/// result of every rule. A rule is kept once, however many bundles there are.
struct IdleRules {
  private struct Idle {
    let path: String
    let reason: String
    var others = 0
  }

  private var rules: [String: Idle] = [:]

  mutating func count(_ bundle: BundleReport) {
    for rule in bundle.rules where rule.status == .pass {
      guard let reason = rule.reason else { continue }
      if rules[rule.id] == nil {
        rules[rule.id] = Idle(path: bundle.path, reason: reason)
      } else {
        rules[rule.id]?.others += 1
      }
    }
  }

  var notes: [EngineError] {
    rules.sorted(byBytesOf: \.key).map { id, idle in
      let others = idle.others == 0 ? "" : " (the same for \(counted(idle.others, "other bundle")))"
      return EngineError(
        code: "rule.nothing-compared", message: "the rule passed: \(idle.reason)\(others)", file: idle.path, rule: id)
    }
  }
}
