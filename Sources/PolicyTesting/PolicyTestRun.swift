package import Basics
import Bundles
import LuaRuntime
package import PolicySchema
package import PolicyEngine
import PolicyPacks
package import Reports

/// Runs the tests of a policy: the examples of its rules, and the tests in test files.
package struct PolicyTestRun {
  private enum Body {
    case example(Rule, isPass: Bool, number: Int)
    case test(PolicyTest)
  }

  private var program: PolicyProgram
  private let asOf: CalendarDate
  private var variants: PolicyVariants
  private let bodies: [Body]
  package let cases: [PolicyTestCase]
  /// Whether results include observations of the rules, for the coverage.
  package var observes = false
  /// The budget of all tests together; nil if each has its own, as in mutation tests, which take hours.
  package var budget: RunBudget?

  /// Collects the tests that a program was loaded with. Rules and waivers are evaluated on the day `asOf`.
  ///
  /// Examples of the rules in `seen` are skipped, because several policies may include the same one.
  package init(_ program: PolicyProgram, asOf: CalendarDate, seen: Set<String> = []) {
    self.program = program
    self.asOf = asOf
    variants = PolicyVariants(program)
    var bodies: [Body] = []
    var cases: [PolicyTestCase] = []
    // The examples in a pack are run in the pack's own project.
    for rule in program.rules where !seen.contains(rule.place) && !ResolvedPack.carries(rule.declared.file) {
      for (isPass, count) in [(true, rule.examples.pass.count), (false, rule.examples.fail.count)] {
        for number in 0..<count {
          bodies.append(.example(rule, isPass: isPass, number: number))
          cases.append(
            PolicyTestCase(
              name: "\(rule.id): \(isPass ? "passes" : "fails") example \(number + 1)", group: rule.id,
              file: rule.declared.file, line: rule.declared.line))
        }
      }
    }
    for test in program.tests {
      bodies.append(.test(test))
      cases.append(
        PolicyTestCase(name: test.name, group: test.declared.file, file: test.declared.file, line: test.declared.line))
    }
    self.bodies = bodies
    self.cases = cases
  }

  /// The same examples and tests, run on another program, which may lack other rules.
  func on(_ other: PolicyProgram) -> PolicyTestRun {
    var run = self
    (run.program, run.variants) = (other, PolicyVariants(other))
    return run
  }

  package func run(_ number: Int) -> PolicyTestResult {
    var result = PolicyTestResult(testCase: cases[number])
    do throws(DeclarationError) {
      switch bodies[number] {
      case .example(let rule, let isPass, let example): try run(rule, isPass: isPass, example, &result)
      case .test(let test): try run(test, &result)
      }
    } catch {
      result.problems.append(error.message)
      result.isBroken = true
    }
    return result
  }

  private func run(
    _ rule: Rule, isPass: Bool, _ number: Int, _ result: inout PolicyTestResult
  ) throws(DeclarationError) {
    let failing = isPass ? nil : rule.examples.fail[number]
    let place = "\(isPass ? "pass" : "fail") example \(number + 1)"
    let fixture = try rule.example(failing?.description ?? rule.examples.pass[number], in: place)
    let built = try BuiltFixture(fixture, place)
    let report = try observed(built, rules: [rule.id], &result)
    guard let bundle = report.combinedBundle, let outcome = bundle.rules.first(where: { $0.id == rule.id }) else {
      return
    }
    result.statuses[rule.id] = outcome.status
    // An example may show that a rule about a key or a file does not apply without it.
    if isPass, outcome.status == .notApplicable, rule.applicability.dependsOnContents { return }
    let wanted: RuleResult.Status = isPass ? .pass : .fail
    if outcome.status != wanted { return result.problems.append(Self.difference(outcome, wanted, bundle)) }
    if let failing { result.problems += Self.differences(report, rule.id, built, failing.expected) }
  }

  private func run(_ test: PolicyTest, _ result: inout PolicyTestResult) throws(DeclarationError) {
    let report = try observed(try BuiltFixture(test.given, "given"), rules: [], &result)
    if let name = test.snapshot {
      result.snapshot = PolicyTestSnapshot(
        name: name, testFile: test.declared.file, report: report.withoutPolicyPlaces(program.sources.map(\.file)))
    }
    guard let bundle = report.combinedBundle else { return }
    for outcome in bundle.rules { result.statuses[outcome.id] = outcome.status }
    if test.snapshot != nil, test.verdict == nil, test.findings == nil, test.expectations.isEmpty,
      let error = bundle.errors.first
    {
      // Otherwise the error of a broken rule would be stored as its expected result.
      result.problems.append(
        "the check could not be completed: \(error.message); write expect = \"error\" if this is intended")
    }
    if let verdict = test.verdict, bundle.verdict != verdict {
      let reasons = bundle.findings.map { "\($0.rule): \($0.message)" } + bundle.errors.map(\.message)
      result.problems.append(
        "the verdict is '\(bundle.verdict.rawValue)', expected '\(verdict.rawValue)'"
          + (reasons.isEmpty ? "" : ": " + Self.shown(reasons)))
    }
    if let count = test.findings, count != bundle.findings.count {
      let all = bundle.findings.map { "\($0.rule): \(Self.describe($0))" }
      result.problems.append(
        "findings of all rules: \(all.count), expected \(count)" + (all.isEmpty ? "" : ", " + Self.shown(all)))
    }
    for expectation in test.expectations {
      guard let outcome = bundle.rules.first(where: { $0.id == expectation.rule }) else { continue }
      result.problems += Self.differences(outcome, expectation, bundle)
    }
  }

  /// Checks a described bundle as tests do. If `rules` names some, only these are evaluated: as in an example, without waivers and dates,
  /// or with `isPart` as in a test.
  package func report(
    on built: BuiltFixture, rules: [String] = [], isPart: Bool = false
  ) throws(DeclarationError) -> Report {
    var options = Check.Options(
      asOf: built.fixture.conditions.asOf ?? asOf, previous: built.previous, rules: rules, allowsEmpty: !rules.isEmpty)
    // An example is for one rule, and itself determines whether the rule applies.
    options.evaluatesBare = !rules.isEmpty && !isPart
    options.explains = observes
    options.budget = budget
    return try variants.with(built.fixture.conditions.parameters) { program in
      var check = Check(program, options)
      built.run(&check)
      return check.report()
    }
  }

  /// Runs `body` with a faulty rule in place of the one at a position. For other parameters, `make` makes the same fault in the
  /// rule of that program; it returns nil if the fault is impossible there.
  package func withFault<Result>(
    _ faulty: Rule, at position: Int, _ make: @escaping (Rule) -> Rule?, _ body: () -> Result
  ) -> Result {
    variants.fault = PolicyVariants.Fault(rule: faulty.id, make: make)
    defer { variants.fault = nil }
    return program.withRule(faulty, at: position, body)
  }

  /// Stops using the programs with other parameters. Returns the lines that were run in them, and errors of their checkers.
  package func finishVariants() -> (lines: LineCoverage, failures: [EngineError]) { variants.finish() }

  private func observed(
    _ built: BuiltFixture, rules: [String], _ result: inout PolicyTestResult
  ) throws(DeclarationError) -> Report {
    var report = try report(on: built, rules: rules)
    if observes {
      result.observation = PolicyTestObservation(report, of: built.graphs)
      // A test sees the same report whether or not its rules are observed.
      for bundle in report.bundles.indices {
        for rule in report.bundles[bundle].rules.indices { report.bundles[bundle].rules[rule].explanations = nil }
      }
    }
    return report
  }

  // MARK: Differences

  private static func differences(
    _ outcome: RuleResult, _ expectation: PolicyTest.Expectation, _ bundle: BundleReport
  ) -> [String] {
    if let status = expectation.status, status != outcome.status { return [difference(outcome, status, bundle)] }
    let findings = bundle.findings.filter { $0.rule == outcome.id }
    let but = findings.isEmpty ? "" : ", but " + shown(findings.map(describe))
    var problems = differences(outcome.id, findings, expectation.count, [])
    for key in expectation.keys {
      let pointer = key.hasPrefix("/") ? key : "/" + key
      if !findings.contains(where: { $0.keyPath == pointer }) {
        problems.append("\(outcome.id): no finding at \(pointer)\(but)")
      }
    }
    for file in expectation.files where !findings.contains(where: { $0.file == file }) {
      problems.append("\(outcome.id): no finding about \(file)\(but)")
    }
    problems += differences(outcome.id, findings, nil, expectation.messages)
    let edits = findings.flatMap { $0.edits.map(\.phrase) }
    for edit in expectation.edits where !edits.contains(edit) {
      problems.append(
        "\(outcome.id): no finding has the change '\(edit)'" + (edits.isEmpty ? "" : ", but " + shown(edits)))
    }
    return problems
  }

  private static func differences(
    _ subject: String, _ findings: [Finding], _ count: Int?, _ messages: [String]
  ) -> [String] {
    let all = shown(findings.map(describe))
    var problems: [String] = []
    if let count, count != findings.count {
      let found = "\(subject): \(counted(findings.count, "finding")), expected \(count)"
      problems.append(found + (findings.isEmpty ? "" : ": " + all))
    }
    for message in messages where !findings.contains(where: { $0.message.contains(message) }) {
      problems.append("\(subject): no finding says '\(message)'" + (findings.isEmpty ? "" : ", but " + all))
    }
    return problems
  }

  /// The differences from a failing example's expectations for each bundle.
  private static func differences(
    _ report: Report, _ rule: String, _ built: BuiltFixture, _ expected: [ExpectedFindings]
  ) -> [String] {
    let statesPlaces = expected.contains { $0.places != nil }
    var problems: [String] = []
    for (number, ((bundle, graph), expected)) in zip(zip(report.bundles, built.graphs), expected).enumerated() {
      let subject = rule + (built.graphs.count > 1 ? ", bundle \(number + 1)" : "")
      let findings = bundle.findings.filter { $0.rule == rule }
      let found = Set(findings.map { $0.place(in: graph) })
      if statesPlaces, found != Set(expected.places ?? []) {
        let all = findings.isEmpty ? "" : ": " + shown(findings.map(describe))
        problems.append("\(subject): findings at \(listed(found)), expected at \(listed(expected.places ?? []))\(all)")
      }
      problems += differences(subject, findings, expected.count, expected.messages)
    }
    return problems
  }

  private static func listed(_ places: some Collection<String>) -> String {
    let sorted = places.sortedByBytes()
    if sorted.isEmpty { return "no place" }
    return sorted.prefix(10).joined(separator: ", ") + (sorted.count > 10 ? " and \(sorted.count - 10) more" : "")
  }

  private static func difference(_ outcome: RuleResult, _ wanted: RuleResult.Status, _ bundle: BundleReport) -> String {
    let what = "\(outcome.id): the result is '\(outcome.status.rawValue)', expected '\(wanted.rawValue)'"
    switch outcome.status {
    case .fail, .waived, .baselined:
      return what + ": " + shown(bundle.findings.filter { $0.rule == outcome.id }.map(describe))
    case .error:
      let errors = bundle.errors.filter { $0.rule == nil || $0.rule == outcome.id }
      return what + ": " + shown(errors.map { ($0.line.map { "line \($0): " } ?? "") + $0.message })
    case .notApplicable, .pass, .pending: return what + (outcome.reason.map { ": \($0)" } ?? "")
    }
  }

  private static func describe(_ finding: Finding) -> String {
    [finding.keyPath ?? finding.file, finding.message].compactMap { $0 }.joined(separator: ": ")
  }

  private static func shown(_ texts: [String]) -> String {
    texts.prefix(3).joined(separator: "; ") + (texts.count > 3 ? "; and \(texts.count - 3) more" : "")
  }
}

package struct PolicyTestCase: Hashable, Sendable {
  package let name: String
  package let group: String
  package let file: String
  package let line: Int
}

package struct PolicyTestResult: Sendable {
  package let testCase: PolicyTestCase
  /// Differences from the expected results; empty if the test passed.
  package var problems: [String] = []
  /// Whether it could not run because its bundle cannot be made: the problem gives the reason.
  package var isBroken = false
  /// The status of each rule that the test ran, by id.
  package var statuses: [String: RuleResult.Status] = [:]
  package var observation: PolicyTestObservation?
  /// The report to compare with the snapshot, if the test has one.
  package var snapshot: PolicyTestSnapshot?
  /// Lines that illustrate the problems, such as a difference of texts.
  package var details: [String] = []
}

package struct PolicyTestObservation: Sendable {
  /// The explanation of each rule's result, by id.
  let explanations: [String: [RuleExplanation]]
  /// Top-level keys of the Info.plists in the test's bundle.
  let keys: Set<String>

  init(_ report: Report, of graphs: [BundleGraph]) {
    var explanations: [String: [RuleExplanation]] = [:]
    for rule in report.bundles.flatMap(\.rules) { explanations[rule.id, default: []] += rule.explanations ?? [] }
    self.explanations = explanations
    keys = Set(
      graphs.flatMap(\.bundles).flatMap { bundle in
        (0..<bundle.info.count(of: bundle.info.root)).map { bundle.info.key(of: bundle.info.root, at: $0) }
      })
  }
}

extension Rule {
  func example(_ description: LuaValue, in place: String) throws(DeclarationError) -> Fixture {
    try FixtureReader(table: FixtureTable()).example(
      description, kind: exampleKind, platform: examplePlatform, in: place)
  }

  /// The kind and the platform of bundles that examples describe, unless they say so.
  var exampleKind: Fixture.Kind {
    applicability.kinds.lazy.compactMap(Fixture.Kind.init(rawValue:)).first ?? .application
  }
  var examplePlatform: Fixture.Platform {
    applicability.platforms.lazy.compactMap(Fixture.Platform.init(rawValue:)).first ?? .macos
  }
}

extension Report {
  package var combinedBundle: BundleReport? {
    guard var whole = bundles.first else { return nil }
    for other in bundles.dropFirst() {
      whole.findings += other.findings
      whole.errors += other.errors
      whole.verdict = [.error, .fail].first { [whole.verdict, other.verdict].contains($0) } ?? .pass
      for (position, rule) in other.rules.enumerated() where whole.rules.indices.contains(position) {
        whole.rules[position].add(rule)
      }
    }
    return whole
  }
}

extension Finding {
  /// The place in the form of an example's `at`. Paths are relative to the outer bundle, and a nested bundle's own path means
  /// its Info.plist.
  fileprivate func place(in graph: BundleGraph) -> String {
    let inner = graph.bundles.first { $0.path == bundle }
    let key = keyPath ?? ""
    let isInfo = inner.map { $0.infoPath == nil || $0.infoPath == file } ?? false
    let path = [bundle, key.isEmpty || !isInfo ? file ?? "" : ""].filter { !$0.isEmpty }.joined(separator: "/")
    if path.isEmpty { return key.isEmpty ? "." : key }
    return key.isEmpty ? path : "\(path):\(key)"
  }
}

extension RuleResult {
  fileprivate mutating func add(_ other: RuleResult) {
    let order: [Status] = [.notApplicable, .pass, .baselined, .waived, .fail, .pending, .error]
    if order.firstIndex(of: other.status) ?? 0 > order.firstIndex(of: status) ?? 0 {
      (status, reason) = (other.status, other.reason)
    }
    findings += other.findings
    fuel = fuel.addingReportingOverflow(other.fuel).partialValue
    if let more = other.explanations { explanations = (explanations ?? []) + more }
  }
}

/// A described bundle that has been built, with its earlier builds and the other bundles of the check.
package struct BuiltFixture {
  package let fixture: Fixture
  /// The bundle, then the others.
  let graphs: [BundleGraph]
  /// Newest first; nil if the fixture has no history.
  private(set) var previous: [BundleGraph]?

  package init(_ fixture: Fixture, _ place: String) throws(DeclarationError) {
    self.fixture = fixture
    var graphs: [BundleGraph] = []
    for (number, fixture) in ([fixture] + fixture.others).enumerated() {
      let place = number == 0 ? place : "\(place), bundle \(number + 1)"
      if let history = fixture.history {
        var builds: [BundleGraph] = []
        var later = fixture
        later.history = nil
        for build in history {
          let earlier = later.merged(with: build.fixture, fields: build.fields)
          let graph = try FixtureBuilder.graph(earlier, in: "\(place), history")
          builds.append(earlier.isShipped.map(graph.shipped) ?? graph)
        }
        previous = (previous ?? []) + builds
      }
      graphs.append(try FixtureBuilder.graph(fixture, in: place))
    }
    self.graphs = graphs
  }

  /// The places of the findings in a report on the bundle, in the form of an example's `at`, in order; empty for several bundles.
  package func places(in report: Report) -> [String] {
    guard graphs.count == 1 else { return [] }
    return Set(report.bundles.flatMap(\.findings).map { $0.place(in: graphs[0]) }).sortedByBytes()
  }

  /// Checks the bundles. If there are several, their names get numbers, since names may be equal.
  func run(_ check: inout Check) {
    if graphs.count == 1 { return check.run(on: graphs[0], path: graphs[0].displayPath) }
    let digits = "\(graphs.count)".count
    for (position, graph) in graphs.enumerated() {
      let number = "\(position + 1)"
      let padding = String(repeating: "0", count: digits - number.count)
      check.run(on: graph, path: "\(padding)\(number)/\(graph.displayPath)")
    }
  }
}
