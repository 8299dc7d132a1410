import Bundles
import PolicyObjects
import Reports

extension RuleExplanation {
  init(_ outcome: RuleEvaluator.Outcome, clauses: [Clause], reads: ReadRecorder, of bundle: Bundle) {
    let status: RuleResult.Status
    var reason: String?
    switch outcome {
    case .evaluated(let findings, _, _): status = findings.isEmpty ? .pass : .fail
    case .collected: status = .pending
    case .notApplicable(let why):
      status = .notApplicable
      reason = why
    case .failed(let error, _, _):
      status = .error
      reason = error.message
    }
    self.init(
      bundle: bundle.path, status: status, reason: reason, clauses: clauses, reads: reads.all, isCut: reads.isCut,
      infoKeys: reads.infoKeys)
  }

  init(notEvaluated reason: String) {
    self.init(bundle: "", status: .notApplicable, reason: reason, clauses: [], reads: [], isCut: false, infoKeys: [])
  }
}

extension RuleResult {
  mutating func leaveOut(_ reason: String, explained: Bool) {
    self.reason = reason
    if explained { explanations = [RuleExplanation(notEvaluated: reason)] }
  }
}
