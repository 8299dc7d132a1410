import ArgumentParser
import Basics
import Parameters
import PolicyEngine
import PolicyLint
import PolicyTesting
import Reports

struct LintCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Find mistakes in policies without checking a bundle",
    discussion: """
      Examples:
        bundlepolicy lint
        bundlepolicy lint --fail-on note policies

      A PATH is a policy or a directory that contains policies (default: the working directory). The command reports \
      keys that are probably misspelled, rules that always or never apply, comparisons, patterns and messages that \
      cannot work as intended, unused parameters, modules and waivers, and rules without examples or a rationale. A \
      policy that does not load is an error.

      To suppress a message, add the comment '-- lint: allow CODE' on its line or the line above. Each message ends with \
      its code.

      A PATH can also be a file of waivers. It is checked against the policies of the project file, or the nearest \
      policy.lua, or apple.recommended.
      """)

  @Argument(
    "a policy, or a directory that contains policies (default: the working directory)", value: "PATH",
    completion: .file()) var operands: [String] = []

  @Option("format", "output format", value: "FORMAT") var format = TextFormat.text

  /// The lowest severity that fails; errors always fail.
  enum Threshold: String, Word {
    case warning, note

    var severity: Severity { self == .warning ? .warning : .note }
  }

  @Option("fail-on", "the lowest severity that fails", value: "SEVERITY") var failOn = Threshold.warning

  @Option(.asOf, transform: OptionValue.day) var asOf: CalendarDate?
  @OptionGroup var loading: LoadingOptions

  @Flag(.locked) var isLocked = false

  @OptionGroup var checkers: PlugInOptions

  @Option(.color) var color: ColorChoice?

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
        if let waivers = try waivers(path, standard, parameters) {
          policies += 1
          remarks.formUnion(waivers)
          continue
        }
        for suite in try PolicyTestSuite.discover(path) {
          policies += 1
          do throws(EngineError) {
            var options = PolicyProgram.Options(
              policies: [suite.policy], tests: suite.tests, standardPolicies: standard, parameters: parameters)
            let packs = try options.findPacks(isNamed: !operands.isEmpty, isLocked: isLocked)
            // Without checkers, the options that rules pass to them are not checked.
            if !checkers.sources.isEmpty || checkers.trustsLocked {
              options.checkers = checkers.with(repositoryOf: suite.policy)
              options.checkers?.sources += packs.checkers
            }
            let program = try PolicyProgram(options)
            remarks.formUnion(PolicyLint.remarks(on: program, asOf: asOf ?? .today()))
            errors += program.errors + program.checkerErrors + program.finishCheckers()
          } catch {
            errors.append(PolicyLint.atField(error))
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
          hint: "name a policy, or a directory that contains one"))
    }
    let sorted = PolicyLint.sorted(remarks)
    // Without this, a policy that cannot be read would show "0 warnings".
    if errors.isEmpty || !sorted.isEmpty {
      let report =
        format == .json
        ? LintReport.json(sorted)
        : Array(
          LintReport.text(
            sorted, isColored: Output.isColored(Output.standardOutput), width: Output.width(Output.standardOutput)
          ).utf8)
      try Output.write(report, to: Output.standardOutput)
    }
    for error in errors { Output.printError(error) }
    if !errors.isEmpty { return .incomplete }
    return remarks.contains { $0.severity >= failOn.severity } ? .violations : .passed
  }

  private func waivers(
    _ path: String, _ standard: String?, _ parameters: PolicyParameters
  ) throws(EngineError) -> [PolicyLint.Remark]? {
    guard path.hasSuffix(".lua"), !path.hasSuffix(PolicyTestSuite.suffix),
      let bytes = try? InputFile.bytes(path, what: "the waivers", limit: 1 << 20, isFound: true),
      PolicyTestSuite.declaresOnlyWaivers(bytes)
    else { return nil }
    var project = try Project.nearest()
    var parameters = parameters
    if let file = try project?.parameters(namesPolicy: false) { parameters.files.insert(file, at: 0) }
    var options = PolicyProgram.Options(
      policies: try PolicySearch.policiesOrStandard(named: project?.policies(named: []) ?? []).policies,
      standardPolicies: standard, parameters: parameters)
    options.waivers = [path]
    try options.findPacks(isNamed: false, isLocked: isLocked)
    let program = try PolicyProgram(options)
    if let error = program.errors.first { throw error }
    return PolicyLint.remarks(on: program, asOf: asOf ?? .today()).filter { $0.file == path }
  }
}
