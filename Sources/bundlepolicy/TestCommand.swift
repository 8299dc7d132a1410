import ArgumentParser
import Basics
import PolicyPacks
import PolicyTesting
import Presentation
import Reporting
import Reports

struct TestCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run the tests of policies",
    discussion: """
      Examples:
        bundlepolicy test
        bundlepolicy test --coverage --threshold 100 policies
        bundlepolicy test --mutate --min-score 80

      A PATH is a policy, a test file (NAME_test.lua), or a directory that contains either (default: the working \
      directory). The command runs the examples of every rule and every test "…" { given = …, expect = … }.

      --mutate makes small changes (mutations) to policies and bundles, and runs the examples and tests on each to see \
      whether any fails. With it, --filter selects the rules to mutate, by id or file. It can be combined only with \
      --min-score, --filter, --jobs, --junit, --param, --params, --standard-policies, --plugins and the options for \
      checkers, --as-of and --verbose.
      """)

  @Argument(
    "a policy, a test file, or a directory that contains some (default: the working directory)", value: "PATH",
    completion: .file())
  var operands: [String] = []

  @Option("filter", "run only tests whose name or file contains this text", value: "TEXT") var filters: [String] = []

  @Option("shuffle", "run tests in a random order with this seed", value: "SEED", transform: number) var seed: UInt64?

  @Option("junit", "write the results as JUnit XML", value: "FILE", completion: .file()) var junit: String?

  @Flag("coverage", "list the rules, clauses, lines and keys that no test covers") var showsCoverage = false

  @Option(
    "threshold", "fail if the coverage of rules is below this percentage", value: "PERCENT",
    transform: OptionValue.number(0...100))
  var threshold: Int?

  @Option("lcov", "write the line coverage as an LCOV tracefile", value: "FILE", completion: .file())
  var lcov: String?

  @OptionGroup var loading: LoadingOptions

  @Flag(.locked) var isLocked = false

  @OptionGroup var checkers: PlugInOptions
  @Option(.asOf, transform: OptionValue.day) var asOf: CalendarDate?

  @Option(
    "jobs",
    "how many tests (with --mutate, mutated rules) to run at a time, 1 to 64 (default: the number of processors)",
    value: "N", transform: OptionValue.jobs)
  var jobs: Int?

  @Flag("update-snapshots", "rewrite the tests' snapshots, and remove those that no test uses")
  var updatesSnapshots = false

  @Flag("verbose", "also show the tests that passed") var isVerbose = false

  @Flag("mutate", "make small changes to policies and bundles, and list the mutants that survive") var mutates = false

  @Option(
    "min-score", "with --mutate, fail if fewer than this percentage of the mutants are killed", value: "PERCENT",
    transform: OptionValue.number(0...100))
  var minimumScore: Int?

  @Option(.color) var color: ColorChoice?

  private static func number(_ text: String) throws -> UInt64 {
    guard let number = UInt64(text) else { throw ValidationError("must be a whole number") }
    return number
  }

  var paths: [String] { operands.isEmpty ? ["."] : operands }

  func validate() throws {
    if !mutates, minimumScore != nil { throw ValidationError("--min-score needs --mutate") }
    for (option, isGiven) in [
      ("shuffle", seed != nil), ("coverage", showsCoverage), ("threshold", threshold != nil), ("lcov", lcov != nil),
      ("update-snapshots", updatesSnapshots),
    ] where mutates && isGiven {
      throw ValidationError("--\(option) cannot be combined with --mutate")
    }
  }

  func execute() throws -> ExitStatus {
    let (suites, failures) = Self.discover(paths)
    try checkOutputs(suites)
    let loading = try loading(suites)
    if mutates { return try MutationRun(command: self, loading: loading).perform(suites, failures) }
    var options = PolicyTestSession.Options(asOf: asOf ?? .today(), jobs: jobs ?? PolicyTestSession.usualJobs)
    options.filters = filters
    options.seed = seed
    options.loading = loading
    options.covers = showsCoverage || threshold != nil || lcov != nil
    var errors = failures
    var results: [PolicyTestResult] = []
    var coverage = PolicyTestCoverage()
    var snapshots = PolicyTestSnapshots(isUpdating: updatesSnapshots) { TextReport(isColored: false).text(of: $0) }
    for outcome in PolicyTestSession.run(suites, options) {
      var outcome = outcome
      snapshots.compare(&outcome)
      errors += outcome.errors
      for warning in outcome.warnings { Output.printError(warning, label: "warning", details: []) }
      results += outcome.results
      coverage.merge(outcome.coverage)
    }
    if results.isEmpty && errors.isEmpty {
      errors.append(
        EngineError(
          code: "test.none", message: options.filters.isEmpty ? "there are no tests" : "no test matches --filter",
          file: operands.count == 1 ? operands.first : nil,
          hint: options.filters.isEmpty
            ? "add examples = { pass = { … }, fail = { … } } to a rule, or write tests in policy_test.lua" : nil))
    }
    if let lcov {
      if coverage.lines.isKnown {
        try Output.write(PolicyTestLCOV.render(coverage.lines), toFile: lcov)
      } else {
        errors.append(PolicyTestLCOV.unknown)
      }
    }
    var text = PolicyTestText.render(
      results, errors: errors, isVerbose: isVerbose, isColored: Output.isColored(Output.standardOutput))
    if !snapshots.notes.isEmpty {
      text = snapshots.notes.map { TerminalText.line($0) + "\n" }.joined() + text
    }
    if showsCoverage || threshold != nil { text = PolicyTestText.render(coverage) + text }
    if let seed = options.seed { text = "shuffled with --shuffle \(seed)\n" + text }
    try Output.write(text.utf8, to: Output.standardOutput)
    if let junit { try Output.write(PolicyTestJUnit.render(results, errors: errors), toFile: junit) }
    if !errors.isEmpty || results.contains(where: \.isBroken) { return .incomplete }
    if let threshold, coverage.percent < threshold {
      Output.printError("error: the rule coverage is \(coverage.percent)%, below --threshold \(threshold)")
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

  private static func discover(_ paths: [String]) -> (suites: [PolicyTestSuite], failures: [EngineError]) {
    var suites: [PolicyTestSuite] = []
    var failures: [EngineError] = []
    for path in paths {
      do throws(EngineError) { suites += try PolicyTestSuite.discover(path) } catch { failures.append(error) }
    }
    return (suites, failures)
  }
}

struct MutationRun {
  let command: TestCommand

  let loading: PolicyTestLoading

  func perform(_ suites: [PolicyTestSuite], _ failures: [EngineError]) throws -> ExitStatus {
    var options = PolicyTestSession.Options(
      asOf: command.asOf ?? .today(), filters: command.filters, jobs: command.jobs ?? PolicyTestSession.usualJobs)
    options.loading = loading
    var test = MutationTest(options)
    var errors = failures
    for suite in suites {
      do throws(EngineError) { try test.run(suite) } catch { errors.append(error) }
    }
    if !test.failures.isEmpty { return try Self.refuse(test, errors + test.checkerErrors) }
    test.advise()
    errors += test.checkerErrors
    if errors.isEmpty { errors += problem(test) }
    if !test.mutants.isEmpty, test.testCount > 0 {
      let text = MutationText.render(test.mutants, isVerbose: command.isVerbose)
      try Output.write(text.utf8, to: Output.standardOutput)
    }
    if let file = command.junit { try Output.write(MutationJUnit.render(test.mutants), toFile: file) }
    for error in errors { Output.printError(error) }
    if !errors.isEmpty { return .incomplete }
    if let minimum = command.minimumScore, test.percent < minimum {
      Output.printError("error: the mutation score is \(test.percent)%, below --min-score \(minimum)")
      return .violations
    }
    return .passed
  }

  /// Refuses to mutate, because tests that already fail cannot kill mutants.
  private static func refuse(_ test: MutationTest, _ errors: [EngineError]) throws -> ExitStatus {
    let text = PolicyTestText.render(
      test.failures, errors: [], isVerbose: false, isColored: Output.isColored(Output.standardOutput))
    try Output.write(text.utf8, to: Output.standardOutput)
    for error in errors { Output.printError(error) }
    Output.printError("error: tests fail without any mutation; fix them before using --mutate")
    return errors.isEmpty ? .violations : .incomplete
  }

  private func problem(_ test: MutationTest) -> [EngineError] {
    let file = command.operands.count == 1 ? command.operands.first : nil
    let isFiltered = !command.filters.isEmpty
    if test.testCount == 0 {
      return [
        EngineError(
          code: "test.none", message: "there are no tests", file: file,
          hint: "add examples = { pass = { … }, fail = { … } } to a rule, or write tests in policy_test.lua")
      ]
    }
    if !test.mutants.isEmpty { return [] }
    return [
      EngineError(
        code: "test.no-mutants",
        message: isFiltered ? "no rule or file matches --filter" : "these policies have nothing to mutate",
        file: file)
    ]
  }
}
