import Comparison
import CheckerPlugIns
import PolicyEngine
import Reporting

/// `bundlepolicy diff --against NEW BUNDLE…`.
enum PolicyDiff {
  static func run(_ arguments: Arguments, _ paths: [String], _ output: DiffOutput) throws -> ExitStatus {
    if paths.isEmpty { throw DiffCommand.usage("name at least one bundle to judge by both policies") }
    if arguments.has("verbose") { throw DiffCommand.usage("--verbose is for two bundles; leave --against out") }
    guard let failOn = Severity(rawValue: arguments.first("fail-on") ?? "error") else {
      throw DiffCommand.usage("--fail-on is error, warning or note, not '\(arguments.first("fail-on") ?? "")'")
    }
    let asOf = try arguments.asOf(of: "diff")
    let texts = try arguments.parameterTexts(of: "diff")
    let (waivers, unapplied) = try arguments.waivers(of: "diff")
    let written = output.written
    try written.check(bundles: arguments.all("previous"), readFor: "--previous")
    try written.check(arguments, ["params"])
    try written.check(try arguments.ledgerFiles(of: "diff"), readFor: "--ledger")
    try written.check(waivers, readFor: "--waivers")
    try written.checkSources()
    let jobs = try arguments.jobs(of: "diff")
    let checkers = try arguments.checkerArguments(of: "diff")
    let policies = try arguments.policiesOrStandard()
    if let standard = policies.standard { Output.complain("note: \(standard.remark)") }
    if let unapplied {
      Output.complain(TerminalText.escape(DiagnosticLine.render(unapplied, label: "warning")))
      if let hint = unapplied.hint { Output.complain("    fix       " + TerminalText.escape(hint)) }
    }
    let parameters = PolicyParameters(texts: texts, files: try arguments.parameterFiles())
    let standardPolicies = try arguments.standardPolicies()
    func loading(_ names: [String], isStandard: Bool) throws(EngineError) -> PolicyProgram.Options {
      var loading = PolicyProgram.Options(policies: names, parameters: parameters)
      loading.waivers = waivers
      let packs = try arguments.packs(for: names)
      loading.packs = packs.table
      loading.checkers = checkers.adding(isStandard ? [] : names, packs)
      loading.standardPolicies = standardPolicies
      return loading
    }
    var options = Check.Options(
      asOf: asOf, previous: try EarlierBuilds.open(arguments.all("previous")), failOn: failOn,
      rules: arguments.all("rule"), skip: arguments.all("skip"), allowsEmpty: arguments.has("allow-empty"))
    arguments.openLedger(for: &options)
    let bundles = try BundleOperands(paths, isRecursive: arguments.has("recursive"))
    options.inputErrors = bundles.errors
    let comparison = PolicyComparison.between(
      try loading(policies.policies, isStandard: policies.standard != nil),
      and: try loading(arguments.all("against"), isStandard: false), on: bundles.paths, options, jobs: jobs)
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
