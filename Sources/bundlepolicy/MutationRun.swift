import PolicyMutation
import PolicyTesting
import PolicyEngine
import Reporting

/// `bundlepolicy test --mutate`.
struct MutationRun {
  let command: TestCommand

  let loading: PolicyTestLoading

  func perform(_ suites: [PolicyTestSuite], _ failures: [TestCommand.Failure]) throws -> ExitStatus {
    var options = MutationTest.Options(asOf: command.day.day, filters: command.filters)
    options.loading = loading
    var test = MutationTest(options)
    var errors: [EngineError] = []
    for (number, suite) in suites.enumerated() {
      errors += failures.filter { $0.before == number }.map(\.error)
      do throws(EngineError) {
        try test.run(suite)
      } catch {
        errors.append(error)
      }
    }
    errors += failures.filter { $0.before == suites.count }.map(\.error)
    if !test.failures.isEmpty { return try Self.refuse(test, errors + test.finishCheckers()) }
    test.advise()
    errors += test.finishCheckers()
    if errors.isEmpty { errors += problem(test) }
    if !test.mutants.isEmpty, test.testCount > 0 {
      let text = MutationText.render(test.mutants, isVerbose: command.isVerbose)
      try Output.write(text.utf8, to: Output.standardOutput)
    }
    if let file = command.junit { try Output.write(MutationJUnit.render(test.mutants), toFile: file) }
    Self.complain(errors)
    if !errors.isEmpty { return .incomplete }
    if let minimum = command.minimumScore, test.percent < minimum {
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

  private func problem(_ test: MutationTest) -> [EngineError] {
    let file = command.operands.count == 1 ? command.operands.first : nil
    let isFiltered = !command.filters.isEmpty
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
}
