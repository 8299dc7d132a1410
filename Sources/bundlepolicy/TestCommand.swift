import PolicyTesting
import PolicyEngine
import Reporting

/// `bundlepolicy test`.
enum TestCommand {
  static let command = Command(
    name: "test", summary: "Run the tests of policies",
    options: [
      Option(name: "filter", value: "TEXT", isRepeatable: true, help: "only tests whose name or file holds this"),
      Option(name: "shuffle", value: "SEED", help: "run in an order made from this number"),
      Option(name: "junit", value: "FILE", help: "write the results as JUnit XML"),
      Option(name: "coverage", help: "tell which rules, clauses, lines and keys no test has seen at work"),
      Option(name: "threshold", value: "PERCENT", help: "fail below this coverage of rules"),
      Option(name: "lcov", value: "FILE", help: "write the coverage of lines as an LCOV tracefile"),
      Option(name: "param", value: "K=V", isRepeatable: true, help: "the value of a policy's parameter"),
      .parameterFiles,
      .standardPolicies, .locked, .plugIns, .withCheckers, .inProcess, .checkerTime, .checkerMemory,
      Option(
        name: "as-of", value: "DATE",
        help: "run as on this day, for waivers that expire and rules with since or deny_from (default: today)"),
      Option(name: "jobs", value: "N", help: "tests run at a time, 1 to 64 (default: the number of processors)"),
      Option(name: "update-snapshots", help: "write the snapshots of tests anew, and remove those that no test has"),
      Option(name: "verbose", help: "show the tests that passed, too"),
      Option(name: "mutate", help: "make small faults in policies and bundles, and tell which no test notices"),
      Option(name: "min-score", value: "PERCENT", help: "with --mutate, fail when fewer of the faults are noticed"),
    ],
    operands: "[PATH…]",
    discussion: """
      A PATH is a policy, a file of tests (NAME_test.lua), or a directory that holds some; without one, the working
      directory. What is run: the examples of every rule, and every test "…" { given = …, expect = … }.
      With --mutate all of them are run on each fault, and --filter chooses the rules, by id or file, that faults are made in;
      it goes with --min-score, --filter, --junit, --param, --params, --standard-policies, --plugins and what belongs to it,
      --as-of and --verbose alone.
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    try checkOutputs(arguments)
    if arguments.has("mutate") { return try MutationCommand.run(arguments, of: command) }
    if arguments.isGiven("min-score") { throw usage("--min-score needs --mutate") }
    var options = PolicyTestSession.Options(
      asOf: try arguments.asOf(of: "test"), jobs: try arguments.jobs(of: "test"))
    options.filters = arguments.all("filter")
    options.seed = try number(arguments, "shuffle")
    options.standardPolicies = try arguments.standardPolicies(
      tried: arguments.paths)
    options.parameters = try arguments.parameters(of: "test")
    options.checkers = try arguments.checkers(of: "test", below: arguments.operands)
    let threshold = try number(arguments, "threshold")
    if let threshold, threshold > 100 { throw usage("--threshold is a percentage, 0 to 100, not \(threshold)") }
    options.covers = arguments.has("coverage") || threshold != nil || arguments.first("lcov") != nil
    var errors: [EngineError] = []
    var results: [PolicyTestResult] = []
    var coverage = PolicyTestCoverage()
    var snapshots = PolicyTestSnapshots(isUpdating: arguments.has("update-snapshots"))
    let (suites, failures) = discover(arguments.paths)
    let packs = try arguments.packs(below: suites.map(\.policy))
    options.packs = packs.tables
    options.checkers?.sources += packs.checkers
    for (number, outcome) in PolicyTestSession.run(suites, options).enumerated() {
      var outcome = outcome
      errors += failures.filter { $0.before == number }.map(\.error)
      snapshots.judge(&outcome)
      errors += outcome.errors
      for warning in outcome.warnings {
        Output.complain(TerminalText.escape(DiagnosticLine.render(warning, label: "warning")))
      }
      results += outcome.results
      coverage.merge(outcome.coverage)
    }
    errors += failures.filter { $0.before == suites.count }.map(\.error)
    if results.isEmpty && errors.isEmpty {
      errors.append(
        EngineError(
          code: "test.none", message: options.filters.isEmpty ? "there are no tests" : "no test matches --filter",
          file: arguments.operands.count == 1 ? arguments.operands.first : nil,
          hint: options.filters.isEmpty
            ? "give a rule examples = { pass = { … }, fail = { … } }, or write tests in policy_test.lua" : nil))
    }
    if let file = arguments.first("lcov") {
      if coverage.lines.isKnown {
        try Output.write(PolicyTestLCOV.render(coverage.lines), toFile: file)
      } else {
        errors.append(PolicyTestLCOV.unknown)
      }
    }
    var text = PolicyTestText.render(results, errors: errors, isVerbose: arguments.has("verbose"))
    if !snapshots.notes.isEmpty {
      text = snapshots.notes.map { TerminalText.line($0) + "\n" }.joined() + text
    }
    if arguments.has("coverage") || threshold != nil { text = PolicyTestText.render(coverage) + text }
    if let seed = options.seed { text = "shuffled with --shuffle \(seed)\n" + text }
    try Output.write(text.utf8, to: Output.standardOutput)
    if let file = arguments.first("junit") {
      try Output.write(PolicyTestJUnit.render(results, errors: errors), toFile: file)
    }
    if !errors.isEmpty || results.contains(where: \.isBroken) { return .incomplete }
    if let threshold, coverage.percent < Int(threshold) {
      Output.complain("error: the coverage is \(coverage.percent) %, below --threshold \(threshold)")
      return .violations
    }
    return results.allSatisfy(\.problems.isEmpty) ? .passed : .violations
  }

  private static func checkOutputs(_ arguments: Arguments) throws {
    let written = try OutputFiles(arguments, ["junit", "lcov"], of: "test")
    try written.checkSources()
    if written.isEmpty { return }
    let files = discover(arguments.paths).suites.flatMap { [$0.policy] + $0.tests }
    try written.check(arguments.paths + files, readFor: "PATH")
    try written.check(arguments.all("params"), readFor: "--params")
  }

  /// The suites of the paths, and what is wrong with paths, each with the number of the suite that it comes before.
  private static func discover(
    _ paths: [String]
  ) -> (suites: [PolicyTestSuite], failures: [(before: Int, error: EngineError)]) {
    var suites: [PolicyTestSuite] = []
    var failures: [(before: Int, error: EngineError)] = []
    for path in paths {
      do throws(EngineError) {
        suites += try PolicyTestSuite.discover(path)
      } catch {
        failures.append((suites.count, error))
      }
    }
    return (suites, failures)
  }

  private static func usage(_ message: String) -> UsageError { UsageError(message: message, command: "test") }

  private static func number(_ arguments: Arguments, _ option: String) throws -> UInt64? {
    guard let text = arguments.first(option) else { return nil }
    guard let number = UInt64(text) else { throw usage("--\(option) is a whole number, not '\(text)'") }
    return number
  }
}
