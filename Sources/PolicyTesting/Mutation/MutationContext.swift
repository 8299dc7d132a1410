import Basics
import PolicyEngine

import Reports

/// A policy that passes its tests, with the tests that are run on its mutants.
package struct MutationContext {
  let program: PolicyProgram
  let run: PolicyTestRun
  let outline: PolicyOutline
  let uses: CodeUses
  let results: [PolicyTestResult]
  let asOf: CalendarDate
  let tests: WholeBundleTests
  /// The numbers of the examples of each rule, by its id.
  private let examples: [String: [Int]]

  init(_ suite: PolicyTestSuite, _ options: PolicyTestSession.Options) throws(EngineError) {
    let program = try PolicyProgram(options.loading.options(for: suite))
    if let error = program.errors.first ?? program.checkerErrors.first { throw error }
    self.init(program, Set(suite.tests), asOf: options.asOf, results: nil)
  }

  init?(_ plan: MutationPlan) {
    guard let program = try? PolicyProgram(plan.sources), program.errors.isEmpty else { return nil }
    self.init(program, plan.tests, asOf: plan.asOf, results: plan.results)
  }

  private init(
    _ program: PolicyProgram, _ testFiles: Set<String>, asOf: CalendarDate, results known: [PolicyTestResult]?
  ) {
    self.program = program
    self.asOf = asOf
    let run = PolicyTestRun(program, asOf: asOf)
    self.run = run
    results = known ?? run.cases.indices.map { run.run($0) }
    tests = WholeBundleTests(program, run)
    examples = Dictionary(grouping: run.cases.indices) { run.cases[$0].group }
    outline = PolicyOutline(program, tests: testFiles)
    uses = CodeUses(outline.files, program.moduleUses)
  }

  private var testStatuses: [[String: RuleResult.Status]] {
    results.suffix(program.tests.count).map(\.statuses)
  }

  func bundles(of rule: Rule) -> RuleBundles {
    var bundles = RuleBundles(rule, program, outline, statuses: testStatuses)
    // If the rule evaluates none of them, nothing can be mutated: look for one that it evaluates.
    func isEvaluated(_ fixture: Fixture) -> Bool {
      switch Self.status(of: rule, on: fixture, run) {
      case .pass, .fail: true
      default: false
      }
    }
    if !bundles.all.contains(where: isEvaluated) {
      let tried = bundles.candidates(bundles.edits(for: outline.vocabulary(of: rule))).prefix(SuggestedTest.limit)
      if let found = tried.first(where: isEvaluated) { bundles.add(found) }
    }
    return bundles
  }

  /// Whether the examples of rules have their expected results in a run, which may be of another program.
  func passesExamples(of rules: [String], _ run: PolicyTestRun) -> Bool {
    rules.allSatisfy { examples[$0]?.allSatisfy { run.run($0).problems.isEmpty } ?? true }
  }

  /// The status of a rule on a bundle, evaluated alone; nil if the bundle cannot be made.
  static func status(of rule: Rule, on fixture: Fixture, _ run: PolicyTestRun) -> RuleResult.Status? {
    (try? BuiltFixture(fixture, "")).flatMap { outcome(of: rule, on: $0, run)?.status }
  }

  /// The status of a rule on a bundle, evaluated alone, and the places of its findings.
  static func outcome(of rule: Rule, on built: BuiltFixture, _ run: PolicyTestRun) -> RuleOutcome? {
    guard let report = try? run.report(on: built, rules: [rule.id]),
      let status = report.combinedBundle?.rules.first(where: { $0.id == rule.id })?.status
    else { return nil }
    return RuleOutcome(status: status, places: built.places(in: report))
  }

  // MARK: Clauses

  /// The faults in a rule's declaration. Tries all that are not settled.
  func clauseMutants(ofRuleAt position: Int, _ isSettled: (Mutant) -> Bool) -> [MutationAttempt] {
    let rule = program.rules[position]
    let sound = tests.outcomes(of: [rule.id], run)
    return RuleMutants.all(of: rule, outline).enumerated().compactMap { number, faulty in
      var mutant = Mutant(
        subject: .clause, rule: rule.id, file: rule.declared.file, line: faulty.line, column: nil,
        change: faulty.change, isKilled: false, advice: [])
      if isSettled(mutant) { return nil }
      mutant.isKilled = run.withFault(faulty.rule, at: position, { same(faulty, in: $0) }) {
        !passesExamples(of: [rule.id], run) || tests.fails([rule.id], sound, run) { run }
      }
      return MutationAttempt(mutant: mutant, fault: .clause(number, rule: position))
    }
  }

  /// The same fault in a rule that was declared with other parameters.
  private func same(_ fault: RuleMutant, in rule: Rule) -> Rule? {
    RuleMutants.all(of: rule, outline).first { $0.change == fault.change && $0.line == fault.line }?.rule
  }

  func advice(onClauseMutant number: Int, ofRuleAt position: Int) -> [String] {
    let rule = program.rules[position]
    let vocabulary = outline.vocabulary(of: rule)
    let mutants = RuleMutants.all(of: rule, outline)
    guard mutants.indices.contains(number) else { return [SuggestedTest.none] }
    let mutant = mutants[number]
    let bundles = bundles(of: rule)
    func suggestion(_ edits: [FixtureEdit]) -> SuggestedTest? {
      SuggestedTest.best(
        of: bundles.candidates(edits).lazy.map { SuggestedTest.Candidate($0, rule, run) },
        faulty: { built in
          run.withFault(mutant.rule, at: position, { same(mutant, in: $0) }) {
            Self.outcome(of: rule, on: built, run)
          }
        })
    }
    var found = suggestion(mutant.hints)
    if found?.places.isEmpty != true, !vocabulary.words.isEmpty,
      let other = suggestion(bundles.edits(for: vocabulary)), found == nil || other.places.isEmpty
    {
      found = other
    }
    return [found?.advice(for: rule) ?? SuggestedTest.none]
  }

  // MARK: Data

  /// The mutants of bundles that a rule passes, without those that are settled. All rules are evaluated on each.
  func dataMutants(ofRuleAt position: Int, _ isSettled: (Mutant) -> Bool) -> [MutationAttempt] {
    let rule = program.rules[position]
    let bundles = bundles(of: rule)
    let vocabulary = outline.vocabulary(of: rule)
    var results: [MutationAttempt] = []
    var positions: [String: Int] = [:]
    for passing in bundles.passing {
      var fixture = passing.fixture
      // Each bundle is evaluated alone; nested bundles pass or fail independently of it.
      if !rule.comparesBundles { fixture.bundles = [] }
      // A single bundle is not compared with anything.
      if rule.comparesBundles, fixture.others.isEmpty, fixture.bundles.isEmpty { continue }
      guard Self.status(of: rule, on: fixture, run) == .pass, let before = problems(fixture) else { continue }
      for (edited, member) in faults(of: fixture, rule, vocabulary) {
        var changed = fixture
        if member == 0 { edited.edit(&changed) } else { edited.edit(&changed.others[member - 1]) }
        var mutant = Mutant(
          subject: .data, rule: rule.id, file: passing.file, line: passing.line, column: nil, change: edited.change,
          isKilled: false, advice: [])
        let known = positions[edited.change]
        if isSettled(mutant) || known.map({ !results[$0].mutant.isKilled }) ?? false { continue }
        guard let after = problems(changed) else { continue }
        mutant.isKilled =
          after.contains { id, count in count > before[id] ?? 0 }
          || bundles.accepted.contains { fixture in
            fixture.members.indices.contains(member) && edited.isShown(fixture.members[member])
          }
        let attempt = MutationAttempt(mutant: mutant, fault: .data(rule: position, changed))
        if let known {
          if !mutant.isKilled { results[known] = attempt }
        } else {
          positions[edited.change] = results.count
          results.append(attempt)
        }
      }
    }
    return results
  }

  /// The mutants of a bundle, or of each bundle of a list that a rule compares, with its position.
  private func faults(
    of fixture: Fixture, _ rule: Rule, _ vocabulary: Vocabulary
  ) -> [(fault: DataMutant, member: Int)] {
    let members = fixture.members.prefix(rule.comparesBundles ? Int.max : 1)
    return members.enumerated().flatMap { position, member in
      DataMutants.all(of: rule, member, vocabulary).map { fault in
        let change = position == 0 ? fault.change : "\(fault.change) in bundle \(position + 1)"
        return (DataMutant(change: change, edit: fault.edit, isShown: fault.isShown), position)
      }
    }
  }

  /// The number of problems of each rule that has any: a rule that fails already may still detect another fault.
  private func problems(_ fixture: Fixture) -> [String: Int]? {
    guard let bundle = (try? run.report(on: BuiltFixture(fixture, "")))?.combinedBundle else { return nil }
    let failed = bundle.rules.filter { $0.status == .fail || $0.status == .error }
    return Dictionary(failed.map { ($0.id, max(1, $0.findings)) }) { first, _ in first }
  }

  func advice(on fixture: Fixture, passedByRuleAt position: Int) -> [String] {
    let rule = program.rules[position]
    let status = Self.status(of: rule, on: fixture, run) ?? .pass
    let example = SuggestedTest(fixture: fixture, status: status).advice(for: rule)
    return ["if the rule should pass, \(example)", "if not, make the rule report it"]
  }
}

struct RuleOutcome {
  let status: RuleResult.Status
  let places: [String]
}

/// The tests of a policy that check whole bundles with all rules. For a mutant of one rule, first only that rule is evaluated; the
/// whole test is run if the result differs.
struct WholeBundleTests {
  /// The number of the first test in a run.
  private let first: Int
  /// Nil for a bundle that cannot be made; the test reports why.
  private let subjects: [BuiltFixture?]

  init(_ program: PolicyProgram, _ run: PolicyTestRun) {
    first = run.cases.count - program.tests.count
    subjects = program.tests.map { try? BuiltFixture($0.given, "given") }
  }

  /// The results of these rules in each test.
  func outcomes(of rules: [String], _ run: PolicyTestRun) -> [BundleReport?] {
    subjects.map { outcome(of: rules, on: $0, run) }
  }

  /// Whether a test fails with a fault that affects only these rules. `whole` loads the whole policy with the fault, which a test needs
  /// if the results of these rules differ from those without it; nil if it does not load.
  func fails(
    _ rules: [String], _ sound: [BundleReport?], _ faulty: PolicyTestRun, whole: () -> PolicyTestRun?
  ) -> Bool {
    var loaded: PolicyTestRun?
    for (number, (subject, before)) in zip(subjects, sound).enumerated() {
      if subject != nil, outcome(of: rules, on: subject, faulty) == before { continue }
      loaded = loaded ?? whole()
      if let loaded, !loaded.run(first + number).problems.isEmpty { return true }
    }
    return false
  }

  /// The part of a report about these rules, without the fuel and time.
  private func outcome(of rules: [String], on subject: BuiltFixture?, _ run: PolicyTestRun) -> BundleReport? {
    guard let built = subject else { return nil }
    var report = (try? run.report(on: built, rules: rules, isPart: true))?.combinedBundle
    for number in report?.rules.indices ?? 0..<0 { report?.rules[number].fuel = 0 }
    return report
  }
}
