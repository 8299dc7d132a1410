import PolicyTesting
import PolicyEngine

/// The tests of a policy that hold whole bundles against all its rules. Of a fault in one rule it is enough to see whether that
/// rule comes to something else; the test as a whole is run where it does.
final class WholeBundleTests {
  private struct Subject {
    /// The number of the test among the cases of the run.
    let number: Int
    /// Nil when the bundle can't be made, which the test says.
    let built: BuiltFixture?
    let asOf: CalendarDate?
  }

  private let run: PolicyTestRun
  private let subjects: [Subject]
  /// What rules come to without faults on each of them, by the rules' ids.
  private var sound: [[String]: [BundleReport?]] = [:]

  init(_ program: PolicyProgram, _ run: PolicyTestRun) {
    self.run = run
    let first = run.cases.count - program.tests.count
    subjects = program.tests.enumerated().map { number, test in
      Subject(number: first + number, built: try? BuiltFixture(test.given, "given"), asOf: test.asOf)
    }
  }

  /// What these rules come to without faults, test by test. To be asked before the program has a fault.
  func outcomes(of rules: [String]) -> [BundleReport?] {
    if let known = sound[rules] { return known }
    let made = subjects.map { outcome(of: rules, on: $0, run) }
    sound[rules] = made
    return made
  }

  /// The first test on whose bundle these rules come to something else than `expected`, and for which `isWanted`.
  func first(
    judgedOtherwiseBy rules: [String], than expected: [BundleReport?], _ faulty: PolicyTestRun,
    _ isWanted: (Int) -> Bool
  ) -> Int? {
    for (subject, before) in zip(subjects, expected) {
      if subject.built != nil, outcome(of: rules, on: subject, faulty) == before { continue }
      if isWanted(subject.number) { return subject.number }
    }
    return nil
  }

  /// The part of a report that these rules make, without what it took.
  private func outcome(of rules: [String], on subject: Subject, _ run: PolicyTestRun) -> BundleReport? {
    guard let built = subject.built else { return nil }
    var report = run.report(built, rules: rules, asOf: subject.asOf).bundles.first
    for number in report?.rules.indices ?? 0..<0 { report?.rules[number].fuel = 0 }
    return report
  }
}
