import ArgumentParser
import PolicyLint
import PolicyTesting
import PolicyEngine
import Reporting

struct LintCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Look for mistakes in policies, without any bundle",
    discussion: """
      A PATH is a policy, or a directory that holds some; without one, the working directory. Reported are keys that are probably \
      misspelt, rules that always or never apply, comparisons, patterns and messages that can't come out as meant, parameters, \
      modules and waivers that serve nothing, and rules without examples or a rationale. A policy that does not load is an error, \
      as everywhere. A comment '-- lint: allow CODE' on a line, or above it, spares it a remark; the codes stand behind the remarks.
      """)

  @Argument("a policy, or a directory that holds some", value: "PATH", completion: .file()) var operands: [String] = []

  @Option("format", "how remarks are written", value: "FORMAT") var format = TextFormat.text

  /// The remarks that fail: an error always does.
  enum Threshold: String, CaseIterable, ExpressibleByArgument {
    case warning, note

    var severity: Severity { self == .warning ? .warning : .note }
  }

  @Option("fail-on", "which remarks fail", value: "SEVERITY") var failOn = Threshold.warning

  @OptionGroup var day: DayOptions
  @OptionGroup var loading: LoadingOptions

  @Flag(
    "locked", "refuse to start unless bundlepolicy.lock pins the digest of every pack in bundlepolicy.json, used or not"
  )
  var isLocked = false

  @OptionGroup var checkers: PlugInOptions

  func execute() throws -> ExitStatus {
    let paths = operands.isEmpty ? ["."] : operands
    let parameters = try loading.parameters()
    let standard = try loading.standardPolicies(tried: paths, isLocked: isLocked)
    let checkers = checkers.settings(below: operands)
    var remarks: Set<PolicyLint.Remark> = []
    var errors: [EngineError] = []
    var policies = 0
    for path in paths {
      do throws(EngineError) {
        for suite in try PolicyTestSuite.discover(path) {
          policies += 1
          do throws(EngineError) {
            var options = PolicyProgram.Options(
              policies: [suite.policy], tests: suite.tests, standardPolicies: standard, parameters: parameters)
            let packs = try options.findPacks(isNamed: !operands.isEmpty, isLocked: isLocked)
            // Without checkers at hand, what rules give them is not looked at.
            if !checkers.sources.isEmpty || checkers.trustsLocked {
              options.checkers = checkers.with(repositoryOf: suite.policy)
              options.checkers?.sources += packs.checkers
            }
            let program = try PolicyProgram(options)
            remarks.formUnion(PolicyLint.remarks(on: program, asOf: day.day))
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
          file: operands.count == 1 ? operands.first : nil,
          hint: "name one, or a directory that holds some"))
    }
    let sorted = PolicyLint.sorted(remarks)
    // To count no remarks would say that what could not be looked at is fine.
    if format == .json {
      try Output.write(LintReport.json(sorted), to: Output.standardOutput)
    } else if errors.isEmpty || !sorted.isEmpty {
      try Output.write(LintReport.text(sorted).utf8, to: Output.standardOutput)
    }
    for error in errors { Output.printError(error) }
    if !errors.isEmpty { return .incomplete }
    return remarks.contains { $0.severity >= failOn.severity } ? .violations : .passed
  }
}
