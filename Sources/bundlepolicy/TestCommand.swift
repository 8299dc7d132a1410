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
      Option(name: "coverage", help: "tell which rules no test has seen passing and failing"),
      Option(name: "threshold", value: "PERCENT", help: "fail below this coverage"),
      Option(name: "param", value: "K=V", isRepeatable: true, help: "the value of a policy's parameter"),
      Option.parameterFiles,
      Option(name: "as-of", value: "DATE", help: "the day that rules and waivers are held against (default: today)"),
      Option(name: "verbose", help: "show the tests that passed, too"),
    ],
    operands: "[PATH…]",
    discussion: """
      A PATH is a policy, a file of tests (NAME_test.lua), or a directory that holds some; without one, the working
      directory. What is run: the examples of every rule, and every test "…" { given = …, expect = … }.
      """,
    run: run)

  private struct Settings {
    let filters: [String]
    let seed: UInt64?
    let parameters: PolicyParameters
    let asOf: CalendarDate
  }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let settings = Settings(
      filters: arguments.all("filter"), seed: try number(arguments, "shuffle"),
      parameters: try arguments.parameters(of: "test"), asOf: try arguments.asOf(of: "test"))
    let threshold = try number(arguments, "threshold")
    if let threshold, threshold > 100 { throw usage("--threshold is a percentage, 0 to 100, not \(threshold)") }
    var errors: [EngineError] = []
    var results: [PolicyTestResult] = []
    var coverage = PolicyTestCoverage()
    var seen: Set<String> = []
    for path in arguments.operands.isEmpty ? ["."] : arguments.operands {
      do throws(EngineError) {
        for suite in try PolicyTestSuite.discover(path) {
          do throws(EngineError) {
            try run(suite, settings, &seen, &results, &coverage)
          } catch {
            errors.append(error)
          }
        }
      } catch {
        errors.append(error)
      }
    }
    if results.isEmpty && errors.isEmpty {
      errors.append(
        EngineError(
          code: "test.none", message: settings.filters.isEmpty ? "there are no tests" : "no test matches --filter",
          hint: settings.filters.isEmpty
            ? "give a rule examples = { pass = { … }, fail = { … } }, or write tests in policy_test.lua" : nil))
    }
    var text = PolicyTestText.render(results, errors: errors, isVerbose: arguments.has("verbose"))
    if arguments.has("coverage") || threshold != nil { text = PolicyTestText.render(coverage) + text }
    if let seed = settings.seed { text = "shuffled with --shuffle \(seed)\n" + text }
    try Output.write(text.utf8, to: Output.standardOutput)
    if let file = arguments.first("junit") {
      try Output.write(PolicyTestJUnit.render(results, errors: errors), toFile: file)
    }
    if !errors.isEmpty { return .incomplete }
    if let threshold, coverage.percent < Int(threshold) {
      Output.complain("error: the coverage is \(coverage.percent) %, below --threshold \(threshold)")
      return .violations
    }
    return results.allSatisfy(\.problems.isEmpty) ? .passed : .violations
  }

  private static func run(
    _ suite: PolicyTestSuite, _ settings: Settings, _ seen: inout Set<String>, _ results: inout [PolicyTestResult],
    _ coverage: inout PolicyTestCoverage
  ) throws(EngineError) {
    let program = try PolicyProgram(
      .init(policies: [suite.policy], tests: suite.tests, parameters: settings.parameters))
    if let error = program.errors.first { throw error }
    for warning in program.warnings {
      Output.complain(TerminalText.escape(DiagnosticLine.render(warning, label: "warning")))
    }
    coverage.add(program)
    let run = PolicyTestRun(program, asOf: settings.asOf, seen: seen)
    seen.formUnion(run.places)
    var order = run.cases.indices.filter { number in
      let test = run.cases[number]
      return settings.filters.isEmpty
        || settings.filters.contains { test.name.contains($0) || test.file.contains($0) }
    }
    if let seed = settings.seed {
      var generator = SplitMix64(state: seed)
      order.shuffle(using: &generator)
    }
    for number in order {
      let result = run.run(number)
      coverage.add(result, of: program)
      results.append(result)
    }
  }

  private static func usage(_ message: String) -> UsageError { UsageError(message: message, command: "test") }

  private static func number(_ arguments: Arguments, _ option: String) throws -> UInt64? {
    guard let text = arguments.first(option) else { return nil }
    guard let number = UInt64(text) else { throw usage("--\(option) is a whole number, not '\(text)'") }
    return number
  }
}

/// Steele, Lea and Flood's generator: one order for one seed, on every machine.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
