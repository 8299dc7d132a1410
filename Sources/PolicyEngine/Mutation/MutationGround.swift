/// A policy that passes its tests: what faults are made in and held against.
struct MutationGround {
  let program: PolicyProgram
  let run: PolicyTestRun
  let outline: PolicyOutline
  /// What each test comes to without faults.
  let results: [PolicyTestResult]
  let asOf: CalendarDate
  private let ruleIDs: Set<String>
  /// What the program was loaded from.
  let source: PolicyProgram.Options

  init(_ suite: PolicyTestSuite, _ options: MutationTest.Options) throws(EngineError) {
    source = PolicyProgram.Options(
      policies: [suite.policy], tests: suite.tests, standardPolicies: options.standardPolicies,
      parameters: options.parameters)
    asOf = options.asOf
    program = try PolicyProgram(source)
    if let error = program.errors.first { throw error }
    let run = PolicyTestRun(program, asOf: asOf)
    self.run = run
    results = run.cases.indices.map { run.run($0) }
    ruleIDs = Set(program.ruleIDs)
    outline = PolicyOutline(program, tests: Set(suite.tests))
  }

  /// What tests of whole bundles came to, in the order of the program's.
  private var testStatuses: [[String: RuleResult.Status]] {
    results.suffix(program.tests.count).map(\.statuses)
  }

  func bundles(of rule: Rule) -> RuleBundles {
    var bundles = RuleBundles(rule, program, outline, statuses: testStatuses)
    // Without one that the rule judges there is nothing to be changed, so one is looked for.
    func isJudged(_ fixture: Fixture) -> Bool {
      switch Self.status(of: rule, on: fixture, run) {
      case .pass, .fail: true
      default: false
      }
    }
    if !bundles.all.contains(where: isJudged) {
      let tried = bundles.candidates(bundles.edits(for: outline.vocabulary(of: rule))).prefix(SuggestedTest.limit)
      if let found = tried.first(where: isJudged) { bundles.add(found) }
    }
    return bundles
  }

  /// The tests that a fault in a rule may change: its examples first, and no others' where `alone`.
  func cases(for rules: Set<String>, alone: Bool) -> [Int] {
    let examples = run.cases.indices.filter { rules.contains(run.cases[$0].group) }
    let others = run.cases.indices.filter { number in
      let group = run.cases[number].group
      return !rules.contains(group) && !(alone && ruleIDs.contains(group))
    }
    return examples + others
  }

  /// What a rule comes to on a bundle, by itself; nil when the bundle can't be made.
  static func status(of rule: Rule, on fixture: Fixture, _ run: PolicyTestRun) -> RuleResult.Status? {
    (try? BuiltFixture(fixture, "")).flatMap { status(of: rule, on: $0, run) }
  }

  /// What a rule comes to on a bundle, by itself.
  static func status(of rule: Rule, on built: BuiltFixture, _ run: PolicyTestRun) -> RuleResult.Status? {
    run.report(built, rules: [rule.id]).bundles.first?.rules.first { $0.id == rule.id }?.status
  }

  // MARK: Clauses

  /// The faults of what a rule declares, each tried.
  func clauseMutants(ofRuleAt position: Int) -> [Mutant] {
    let rule = program.rules[position]
    let vocabulary = outline.vocabulary(of: rule)
    let hasSource = !vocabulary.words.isEmpty
    let cases = cases(for: [rule.id], alone: true)
    let bundles = bundles(of: rule)
    return RuleMutants.all(of: rule, outline, hasSource: hasSource).map { mutant in
      let isNoticed = program.withRule(mutant.rule, at: position) {
        cases.contains { !run.run($0).problems.isEmpty }
      }
      var result = Mutant(
        subject: .clause, rule: rule.id, file: rule.declared.file, line: mutant.line, column: nil,
        change: mutant.change,
        isNoticed: isNoticed, advice: [])
      if isNoticed { return result }
      func suggestion(_ edits: [FixtureEdit]) -> SuggestedTest? {
        SuggestedTest.best(
          of: bundles.candidates(edits).lazy.map { SuggestedTest.Candidate($0, rule, run) },
          faulty: { built in
            program.withRule(mutant.rule, at: position) { Self.status(of: rule, on: built, run) }
          })
      }
      let found = suggestion(mutant.hints) ?? (hasSource ? suggestion(bundles.edits(for: vocabulary)) : nil)
      result.advice = [found?.advice(for: rule) ?? SuggestedTest.none]
      return result
    }
  }

  // MARK: Data

  /// The faults of bundles that a rule passes, each held against all rules.
  func dataMutants(of rule: Rule) -> [Mutant] {
    let bundles = bundles(of: rule)
    let vocabulary = outline.vocabulary(of: rule)
    var results: [Mutant] = []
    var positions: [String: Int] = [:]
    for passing in bundles.passing {
      var fixture = passing.fixture
      // Each bundle is judged by itself; those inside would pass or fail whatever this one is like.
      fixture.bundles = []
      guard Self.status(of: rule, on: fixture, run) == .pass, let before = statuses(fixture) else { continue }
      for mutant in DataMutants.all(of: rule, fixture, vocabulary) {
        var changed = fixture
        mutant.edit(&changed)
        guard let after = statuses(changed) else { continue }
        let isNoticed =
          after.contains { id, status in Self.isFailure(status) && !(before[id].map(Self.isFailure) ?? false) }
          || bundles.accepted.contains(where: mutant.isShown)
        let known = positions[mutant.change]
        if known != nil, isNoticed || known.map({ !results[$0].isNoticed }) ?? false { continue }
        let result = Mutant(
          subject: .data, rule: rule.id, file: passing.file, line: passing.line, column: nil,
          change: mutant.change,
          isNoticed: isNoticed, advice: isNoticed ? [] : advice(rule, changed))
        if let known {
          results[known] = result
        } else {
          positions[mutant.change] = results.count
          results.append(result)
        }
      }
    }
    return results
  }

  private static func isFailure(_ status: RuleResult.Status) -> Bool { status == .fail || status == .error }

  private func statuses(_ fixture: Fixture) -> [String: RuleResult.Status]? {
    guard let bundle = (try? run.report(fixture, "", rules: []))?.bundles.first else { return nil }
    return Dictionary(bundle.rules.map { ($0.id, $0.status) }) { first, _ in first }
  }

  private func advice(_ rule: Rule, _ fixture: Fixture) -> [String] {
    let status = Self.status(of: rule, on: fixture, run) ?? .pass
    let example = SuggestedTest(fixture: fixture, status: status).advice(for: rule)
    return ["if that is as it should be, \(example)", "if not, have the rule find it"]
  }
}
