import PolicyTesting
import Comparison
import CheckerPlugIns
import PolicyEngine
import Reporting

/// `bundlepolicy diff --against NEW BUNDLE…`.
enum PolicyDiff {
  static func run(_ command: DiffCommand, _ output: DiffOutput) throws -> ExitStatus {
    let judging = command.judging
    let texts = try command.loading.parameterTexts()
    let (waivers, unapplied) = try judging.waiverFiles(policies: command.policies)
    let written = output.written
    try written.check(bundles: judging.previous, readFor: "--previous")
    try written.check(command.loading, policies: command.policies)
    try written.check(try command.ledger.files(), readFor: "--ledger")
    try written.check(waivers, readFor: "--waivers")
    try written.checkSources()
    let checkers = command.checkers.arguments(namesPolicies: !command.policies.isEmpty)
    let policies = try PolicySearch.policiesOrStandard(named: command.policies)
    if let standard = policies.standard { Output.complain("note: \(standard.remark)") }
    if let unapplied {
      Output.complain(TerminalText.escape(DiagnosticLine.render(unapplied, label: "warning")))
      if let hint = unapplied.hint { Output.complain("    fix       " + TerminalText.escape(hint)) }
    }
    let parameters = PolicyParameters(texts: texts, files: try command.loading.parameterFiles())
    let standardPolicies = try command.loading.standardPolicies()
    func loading(_ names: [String], isStandard: Bool) throws(EngineError) -> PolicyProgram.Options {
      var loading = PolicyProgram.Options(policies: names, parameters: parameters)
      loading.waivers = waivers
      let packs = try loading.findPacks(isNamed: !command.policies.isEmpty)
      loading.checkers = checkers.adding(isStandard ? [] : names, packs)
      loading.standardPolicies = standardPolicies
      return loading
    }
    var options = Check.Options(
      asOf: judging.day, previous: try EarlierBuilds.open(judging.previous), failOn: judging.failOn,
      rules: judging.rules, skip: judging.skipped, allowsEmpty: judging.allowsEmpty)
    command.ledger.open(for: &options)
    let bundles = try BundleOperands(command.paths, isRecursive: judging.isRecursive)
    options.inputErrors = bundles.errors
    let comparison = PolicyComparison.between(
      try loading(policies.policies, isStandard: policies.standard != nil),
      and: try loading(command.newPolicies, isStandard: false), on: bundles.paths, options,
      jobs: judging.jobs ?? PolicyTestSession.usualJobs)
    switch output.format {
    case .text: try output.write(Array(PolicyComparisonText(isColored: output.isColored).render(comparison).utf8))
    case .json: try output.write(PolicyComparisonJSON(toolVersion: BundlePolicy.version).render(comparison))
    case .markdown: try output.write(Array(PolicyComparisonMarkdown().render(comparison).utf8))
    }
    switch comparison.outcome {
    case .same, .changed: return .passed
    case .worse: return .violations
    case .error: return .incomplete
    }
  }
}
