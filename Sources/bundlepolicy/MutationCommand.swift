import PolicyMutation
import PolicyTesting
import PolicyEngine
import Reporting

/// `bundlepolicy test --mutate`.
enum MutationCommand {
  /// The options of `test` that say something here.
  private static let options: Set<String> = [
    "mutate", "min-score", "filter", "junit", "param", "params", "standard-policies", "as-of", "verbose", "plugins",
    "locked", "with-checkers", "in-process-plugins", "checker-time", "checker-memory",
  ]

  static func run(_ arguments: Arguments, of command: Command) throws -> ExitStatus {
    for option in command.options where !options.contains(option.name) && arguments.isGiven(option.name) {
      throw usage("--\(option.name) can't be given with --mutate")
    }
    let minimum = try arguments.first("min-score").map { text in
      guard let number = UInt8(text), number <= 100 else {
        throw usage("--min-score is a percentage, 0 to 100, not '\(text)'")
      }
      return Int(number)
    }
    var options = MutationTest.Options(
      asOf: try arguments.asOf(of: "test"), parameters: try arguments.parameters(of: "test"),
      standardPolicies: try arguments.standardPolicies(
        tried: arguments.paths), filters: arguments.all("filter"))
    options.checkers = try arguments.checkers(of: "test", below: arguments.operands)
    let suites = arguments.paths.flatMap { (try? PolicyTestSuite.discover($0)) ?? [] }
    let packs = try arguments.packs(below: suites.map(\.policy))
    options.packs = packs.tables
    options.checkers?.sources += packs.checkers
    var test = MutationTest(options)
    var errors: [EngineError] = []
    for path in arguments.paths {
      do throws(EngineError) {
        for suite in try PolicyTestSuite.discover(path) {
          do throws(EngineError) {
            try test.run(suite)
          } catch {
            errors.append(error)
          }
        }
      } catch {
        errors.append(error)
      }
    }
    if !test.failures.isEmpty { return try refuse(test, errors + test.finishCheckers()) }
    test.advise()
    errors += test.finishCheckers()
    if errors.isEmpty { errors += problem(test, arguments) }
    if !test.mutants.isEmpty, test.testCount > 0 {
      let text = MutationText.render(test.mutants, isVerbose: arguments.has("verbose"))
      try Output.write(text.utf8, to: Output.standardOutput)
    }
    if let file = arguments.first("junit") { try Output.write(MutationJUnit.render(test.mutants), toFile: file) }
    complain(errors)
    if !errors.isEmpty { return .incomplete }
    if let minimum, test.percent < minimum {
      Output.complain("error: the score is \(test.percent) %, below --min-score \(minimum)")
      return .violations
    }
    return .passed
  }

  /// Tests that fail anyway notice nothing.
  private static func refuse(_ test: MutationTest, _ errors: [EngineError]) throws -> ExitStatus {
    let text = PolicyTestText.render(test.failures, errors: [], isVerbose: false)
    try Output.write(text.utf8, to: Output.standardOutput)
    complain(errors)
    Output.complain("error: tests fail as it is, so that they can't be tried on mutants; mend them first")
    return errors.isEmpty ? .violations : .incomplete
  }

  private static func problem(_ test: MutationTest, _ arguments: Arguments) -> [EngineError] {
    let file = arguments.operands.count == 1 ? arguments.operands.first : nil
    let isFiltered = !arguments.all("filter").isEmpty
    if test.testCount == 0 {
      return [
        EngineError(
          code: "test.none", message: "there are no tests", file: file,
          hint: "give a rule examples = { pass = { … }, fail = { … } }, or write tests in policy_test.lua")
      ]
    }
    if !test.mutants.isEmpty { return [] }
    return [
      EngineError(
        code: "test.no-mutants",
        message: isFiltered ? "no rule or file matches --filter" : "there is nothing to change in these policies",
        file: file)
    ]
  }

  private static func complain(_ errors: [EngineError]) {
    for error in errors {
      Output.complain(TerminalText.escape(DiagnosticLine.render(error)))
      if let hint = error.hint { Output.complain("    fix       " + TerminalText.escape(hint)) }
    }
  }

  private static func usage(_ message: String) -> UsageError { UsageError(message: message, command: "test") }
}
