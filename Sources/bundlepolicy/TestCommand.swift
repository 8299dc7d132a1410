import ArgumentParser
import PolicyTesting
import PolicyEngine
import PolicyPacks
import Reporting

/// `bundlepolicy test`.
struct TestCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run the tests of policies",
    discussion: """
      A PATH is a policy, a file of tests (NAME_test.lua), or a directory that holds some; without one, the working \
      directory. What is run: the examples of every rule, and every test "…" { given = …, expect = … }. \
      With --mutate all of them are run on each fault, and --filter chooses the rules, by id or file, that faults are made in; \
      it goes with --min-score, --filter, --junit, --param, --params, --standard-policies, --plugins and what belongs to it, \
      --as-of and --verbose alone.
      """)

  @Argument("a policy, a file of tests, or a directory that holds some", value: "PATH", completion: .file())
  var operands: [String] = []

  @Option("filter", "only tests whose name or file holds this", value: "TEXT") var filters: [String] = []

  @Option("shuffle", "run in an order made from this number", value: "SEED", transform: number) var seed: UInt64?

  @Option("junit", "write the results as JUnit XML", value: "FILE", completion: .file()) var junit: String?

  @Flag("coverage", "tell which rules, clauses, lines and keys no test has seen at work") var showsCoverage = false

  @Option("threshold", "fail below this coverage of rules", value: "PERCENT", transform: OptionValue.number(0...100))
  var threshold: Int?

  @Option("lcov", "write the coverage of lines as an LCOV tracefile", value: "FILE", completion: .file())
  var lcov: String?

  @OptionGroup var loading: LoadingOptions

  @Flag(
    "locked", "refuse to start unless bundlepolicy.lock pins the digest of every pack in bundlepolicy.json, used or not"
  )
  var isLocked = false

  @OptionGroup var checkers: PlugInOptions
  @OptionGroup var day: DayOptions

  @Option(
    "jobs", "tests run at a time, 1 to 64 (default: the number of processors)", value: "N",
    transform: OptionValue.number(1...PolicyTestSession.maximumJobs))
  var jobs: Int?

  @Flag("update-snapshots", "write the snapshots of tests anew, and remove those that no test has")
  var updatesSnapshots = false

  @Flag("verbose", "show the tests that passed, too") var isVerbose = false

  @Flag("mutate", "make small faults in policies and bundles, and tell which no test notices") var mutates = false

  @Option(
    "min-score", "with --mutate, fail when fewer of the faults are noticed", value: "PERCENT",
    transform: OptionValue.number(0...100))
  var minimumScore: Int?

  private static func number(_ text: String) throws -> UInt64 {
    guard let number = UInt64(text) else { throw InvalidValue("must be a whole number") }
    return number
  }

  /// A command that looks at the working directory without any operand.
  var paths: [String] { operands.isEmpty ? ["."] : operands }

  func validate() throws {
    if !mutates, minimumScore != nil { throw ValidationError("--min-score needs --mutate") }
    for (option, isGiven) in [
      ("shuffle", seed != nil), ("coverage", showsCoverage), ("threshold", threshold != nil), ("lcov", lcov != nil),
      ("jobs", jobs != nil), ("update-snapshots", updatesSnapshots),
    ] where mutates && isGiven {
      throw ValidationError("--\(option) can't be given with --mutate")
    }
  }

  func execute() throws -> ExitStatus {
    let (suites, failures) = Self.discover(paths)
    try checkOutputs(suites)
    let loading = try loading(suites)
    if mutates { return try MutationRun(command: self, loading: loading).perform(suites, failures) }
    var options = PolicyTestSession.Options(asOf: day.day, jobs: jobs ?? PolicyTestSession.usualJobs)
    options.filters = filters
    options.seed = seed
    options.loading = loading
    options.covers = showsCoverage || threshold != nil || lcov != nil
    var errors: [EngineError] = []
    var results: [PolicyTestResult] = []
    var coverage = PolicyTestCoverage()
    var snapshots = PolicyTestSnapshots(isUpdating: updatesSnapshots)
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
          file: operands.count == 1 ? operands.first : nil,
          hint: options.filters.isEmpty
            ? "give a rule examples = { pass = { … }, fail = { … } }, or write tests in policy_test.lua" : nil))
    }
    if let lcov {
      if coverage.lines.isKnown {
        try Output.write(PolicyTestLCOV.render(coverage.lines), toFile: lcov)
      } else {
        errors.append(PolicyTestLCOV.unknown)
      }
    }
    var text = PolicyTestText.render(results, errors: errors, isVerbose: isVerbose)
    if !snapshots.notes.isEmpty {
      text = snapshots.notes.map { TerminalText.line($0) + "\n" }.joined() + text
    }
    if showsCoverage || threshold != nil { text = PolicyTestText.render(coverage) + text }
    if let seed = options.seed { text = "shuffled with --shuffle \(seed)\n" + text }
    try Output.write(text.utf8, to: Output.standardOutput)
    if let junit { try Output.write(PolicyTestJUnit.render(results, errors: errors), toFile: junit) }
    if !errors.isEmpty || results.contains(where: \.isBroken) { return .incomplete }
    if let threshold, coverage.percent < threshold {
      Output.complain("error: the coverage is \(coverage.percent) %, below --threshold \(threshold)")
      return .violations
    }
    return results.allSatisfy(\.problems.isEmpty) ? .passed : .violations
  }

  private func loading(_ suites: [PolicyTestSuite]) throws -> PolicyTestLoading {
    var found = PolicyTestLoading()
    found.standardPolicies = try loading.standardPolicies(tried: paths, isLocked: isLocked)
    found.parameters = try loading.parameters()
    found.checkers = checkers.settings(below: operands)
    let packs = try ProjectPacks.below(suites.map(\.policy), isNamed: !operands.isEmpty, isLocked: isLocked)
    found.packs = packs.tables
    found.checkers?.sources += packs.checkers
    return found
  }

  private func checkOutputs(_ suites: [PolicyTestSuite]) throws {
    let named = [("--junit", junit), ("--lcov", lcov)]
    let written = try OutputFiles(
      named.compactMap { word, path in path.map { OutputFiles.Named(word: word, path: $0) } })
    try written.checkSources()
    if written.isEmpty { return }
    let files = suites.flatMap { [$0.policy] + $0.tests }
    try written.check(paths + files, readFor: "PATH")
    try written.check(loading.parameterPaths, readFor: "--params")
  }

  /// What is wrong with a path, and the number of the suite that it comes before.
  typealias Failure = (before: Int, error: EngineError)

  /// The suites of the paths, and what is wrong with paths.
  private static func discover(_ paths: [String]) -> (suites: [PolicyTestSuite], failures: [Failure]) {
    var suites: [PolicyTestSuite] = []
    var failures: [Failure] = []
    for path in paths {
      do throws(EngineError) {
        suites += try PolicyTestSuite.discover(path)
      } catch {
        failures.append((suites.count, error))
      }
    }
    return (suites, failures)
  }
}
