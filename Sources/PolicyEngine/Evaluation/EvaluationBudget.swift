import Basics

/// The limits of all rules together on one bundle and its nested bundles. Every evaluation has limits of its own; without these a policy of
/// thousands of runaway rules could add up to hours. They are far above what sound rules need; reaching them is an error.
struct EvaluationBudget {
  struct Allowance {
    let fuel: UInt64
    /// In processor time.
    let seconds: Double
    /// Bytes of findings, in all.
    let findings: Int
    /// Whether the shared budget is used up, so that this is only a little.
    let isReduced: Bool
  }

  /// The numbers of evaluations with full fuel, and with full time, that a graph may take, and that each of its bundles adds.
  private static let evaluations = (fuel: 20.0, seconds: 6.0, fuelOfEach: 1.0, secondsOfEach: 0.1)
  /// The fraction of an evaluation's fuel and time that remains when the budget is used up: enough for most rules that do not run away.
  private static let reduction = (fuel: 1.0 / 1000, seconds: 1.0 / 200)
  /// Bytes of the findings of all rules on one graph: 128 MiB.
  static let findingLimit = 128 << 20

  private let rule: Allowance
  private var fuel: Double
  private var seconds: Double
  private var findings: Int
  /// Rules that used up their time on one of the bundles: they get little time on the others.
  private var lateRules: Set<String> = []
  private let run: RunBudget

  init(
    fuel: UInt64, seconds: Double, bundles: Int, findings: Int = EvaluationBudget.findingLimit, run: RunBudget
  ) {
    self.findings = findings
    rule = Allowance(fuel: fuel, seconds: seconds, findings: findings, isReduced: false)
    let count = Double(bundles)
    self.fuel = Double(fuel) * (Self.evaluations.fuel + Self.evaluations.fuelOfEach * count)
    self.seconds = seconds * (Self.evaluations.seconds + Self.evaluations.secondsOfEach * count)
    self.run = run
  }

  func allowance(for id: String) -> Allowance {
    if fuel > 0, seconds > 0, !run.isSpent, !isLate(id) {
      return Allowance(fuel: rule.fuel, seconds: rule.seconds, findings: max(findings, 0), isReduced: false)
    }
    return Allowance(
      fuel: UInt64(Double(rule.fuel) * Self.reduction.fuel), seconds: rule.seconds * Self.reduction.seconds,
      findings: max(findings, 0), isReduced: true)
  }

  func isLate(_ id: String) -> Bool { lateRules.contains(id) }

  mutating func noteLate(_ id: String) { lateRules.insert(id) }

  mutating func spend(fuel used: UInt64, seconds took: Double, findings size: Int) {
    fuel -= Double(used)
    seconds -= took
    findings -= size
    run.spend(seconds: took)
  }
}

package final class RunBudget: Sendable {
  /// The maximum size of the findings on all bundles: 512 MiB. Findings are counted in the order of the report, so that the
  /// result does not depend on threads.
  static let findingLimit = 512 << 20

  /// In processor time. Ten thousand applications need less than a minute for the standard policies.
  package static let seconds = 3600.0

  private let left: Locked<Double>

  package init(seconds: Double = RunBudget.seconds) { left = Locked(seconds) }

  /// Whether it is used up: further evaluations only get a reduced allowance.
  package var isSpent: Bool { left.withValue { $0 <= 0 } }

  func spend(seconds: Double) { left.withValue { $0 -= seconds } }
}
