import PolicyTesting
import PolicyLint
import PolicyEngine
import Reporting

/// `bundlepolicy lint`.
enum LintCommand {
  static let command = Command(
    name: "lint", summary: "Look for mistakes in policies, without any bundle",
    options: [
      Option(
        name: "format", value: "FORMAT", help: "text (the default) or json",
        completes: .words { Format.allCases.map(\.rawValue) }),
      Option(
        name: "fail-on", value: "SEVERITY", help: "warning (the default) or note",
        completes: .words { ["warning", "note"] }),
      Option(name: "as-of", value: "DATE", help: "the day that waivers are held against (default: today)"),
      Option(name: "param", value: "K=V", isRepeatable: true, help: "the value of a policy's parameter"),
      Option.parameterFiles,
      .standardPolicies, .locked, .plugIns, .withCheckers, .inProcess, .checkerTime, .checkerMemory,
    ],
    operands: "[PATH…]",
    discussion: """
      A PATH is a policy, or a directory that holds some; without one, the working directory. Reported are keys that are probably
      misspelt, rules that always or never apply, comparisons, patterns and messages that can't come out as meant, parameters,
      modules and waivers that serve nothing, and rules without examples or a rationale. A policy that does not load is an error,
      as everywhere. A comment '-- lint: allow CODE' on a line, or above it, spares it a remark; the codes stand behind the remarks.
      """,
    run: run)

  enum Format: String, CaseIterable { case text, json }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard let format = Format(rawValue: arguments.first("format") ?? "text") else {
      throw usage("--format is text or json, not '\(arguments.first("format") ?? "")'")
    }
    guard let failOn = Severity(rawValue: arguments.first("fail-on") ?? "warning"), failOn != .error else {
      throw usage("--fail-on is warning or note, not '\(arguments.first("fail-on") ?? "")'")
    }
    let parameters = try arguments.parameters(of: "lint")
    let asOf = try arguments.asOf(of: "lint")
    let standard = try arguments.standardPolicies(tried: arguments.paths)
    let checkers = try arguments.checkers(of: "lint", below: arguments.operands)
    var remarks: Set<PolicyLint.Remark> = []
    var errors: [EngineError] = []
    var policies = 0
    for path in arguments.paths {
      do throws(EngineError) {
        for suite in try PolicyTestSuite.discover(path) {
          policies += 1
          do throws(EngineError) {
            var loading = PolicyProgram.Options(
              policies: [suite.policy], tests: suite.tests, standardPolicies: standard, parameters: parameters)
            let packs = try arguments.packs(below: [suite.policy])
            loading.packs = packs.tables[suite.policy] ?? [:]
            // Without checkers at hand, what rules give them is not looked at.
            if !checkers.sources.isEmpty || checkers.trustsLocked {
              loading.checkers = checkers.with(repositoryOf: suite.policy)
              loading.checkers?.sources += packs.checkers
            }
            let program = try PolicyProgram(loading)
            remarks.formUnion(PolicyLint.remarks(on: program, asOf: asOf))
            errors += program.errors + program.checkerErrors + program.finishCheckers()
          } catch {
            errors.append(error)
          }
        }
      } catch {
        errors.append(error)
      }
    }
    if policies == 0, errors.isEmpty {
      errors.append(
        EngineError(
          code: "lint.none", message: "there is no policy",
          file: arguments.operands.count == 1 ? arguments.operands.first : nil,
          hint: "name one, or a directory that holds some"))
    }
    let sorted = PolicyLint.sorted(remarks)
    // To count no remarks would say that what could not be looked at is fine.
    if format == .json {
      try Output.write(LintReport.json(sorted), to: Output.standardOutput)
    } else if errors.isEmpty || !sorted.isEmpty {
      try Output.write(LintReport.text(sorted).utf8, to: Output.standardOutput)
    }
    for error in errors {
      Output.complain(TerminalText.escape(DiagnosticLine.render(error)))
      if let hint = error.hint { Output.complain("    fix       " + TerminalText.escape(hint)) }
    }
    if !errors.isEmpty { return .incomplete }
    return remarks.contains { $0.severity >= failOn } ? .violations : .passed
  }

  private static func usage(_ message: String) -> UsageError { UsageError(message: message, command: "lint") }
}
