import Parameters
import ArgumentParser
import PolicyEngine
import Reports

struct ReportCommand: Command, ReportOptions {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Merge reports of checks, and write them in any format",
    discussion: """
      Examples:
        bundlepolicy check --format json=report.json App.app
        bundlepolicy report --format html=report.html report.json
        bundlepolicy report --format sarif=all.sarif --format markdown shard-*.json
        bundlepolicy report --policy policy.lua --baseline base.txt shard-*.json

      A REPORT is a file written by 'bundlepolicy check --format json', or - to read one from standard input. Nothing \
      is checked again. Several reports become one, as if all their bundles had been checked together: parts of a run \
      on several machines, or runs on different bundles. A bundle may be in two reports only if its results are the \
      same, and a policy only if its digest is the same.

      Rules that compare the bundles of a run ('across') wait in the reports of shards. With --policy they are evaluated \
      when the reports are merged: name the same policies, parameters and waivers as for the shards. Without --policy, \
      reports with such rules are refused.

      With --baseline, the findings in that file are accepted as by 'check --baseline' in one run on all bundles.

      Without --fail-on, the severity that the reports were made with decides which bundles fail.

      Exit status: the same as for 'check'; also 2 if a report cannot be read, or if two contradict each other.
      """)

  @Argument("a report written by 'check --format json', or - for standard input", value: "REPORT", completion: .file())
  var reports: [String]

  @Option(.policy) var namedPolicies: [String] = []
  @OptionGroup var loading: LoadingOptions

  @Option(
    "waivers", "a waivers file that the shards were checked with", value: "FILE", completion: .file())
  var waivers: [String] = []

  @Option(
    "baseline", "accept the findings in this file, instead of the baseline of the reports", value: "FILE",
    completion: .file())
  var baseline: String?

  @Flag("strict-baseline", "fail if a finding in the baseline no longer occurs") var isBaselineStrict = false

  @Option(.failOn) var threshold: FailureThreshold?
  @Option(.format, transform: ReportForm.read) var formats: [ReportForm] = []
  @Option(.output) var outputs: [String] = []
  @Flag(.quiet) var isQuiet = false
  @Option(.color) var color: ColorChoice?

  func execute() throws -> ExitStatus {
    let outputs = try reportOutputs()
    try OutputFiles(ReportOutput.files(outputs)).check(reports, readFor: "REPORT")
    try OutputFiles(ReportOutput.files(outputs)).check(baseline.map { [$0] } ?? [], readFor: "--baseline")
    if reports.count(where: { $0 == "-" }) > 1 { throw ValidationError("- is given more than once") }
    let texts = try loading.parameterTexts()
    let merge: ReportMerge
    do throws(EngineError) {
      merge = try ReportMerge(
        try reports.map(Self.read), failOn: threshold, evaluator: try pendingEvaluator(texts),
        baseline: try baselineUse())
    } catch {
      let context = self.context(rules: [], failOn: threshold ?? .error)
      try ReportDelivery.refuse(Report(failure: error), outputs, context)
      throw error
    }
    return try write(merge, outputs)
  }

  func validate() throws {
    if isBaselineStrict, baseline == nil { throw ValidationError("--strict-baseline needs a --baseline FILE") }
    for (option, isGiven) in loading.givenLoading + [("waivers", !waivers.isEmpty)]
    where namedPolicies.isEmpty && isGiven {
      throw ValidationError("--\(option) needs a --policy")
    }
  }

  private func pendingEvaluator(_ texts: [String: String]) throws(EngineError) -> ReportMerge.PendingEvaluator? {
    if namedPolicies.isEmpty { return nil }
    var options = PolicyProgram.Options(
      policies: namedPolicies, parameters: PolicyParameters(texts: texts, files: try loading.parameterFiles()))
    options.waivers = waivers
    options.loadsRulesOnDemand = true
    try options.findPacks(isNamed: true)
    options.standardPolicies = try loading.standardPolicies()
    let program = try PolicyProgram(options)
    return { (pending, bundles, report) throws(EngineError) in
      try program.evaluate(pending, on: &bundles, of: &report)
    }
  }

  private func baselineUse() throws(EngineError) -> ReportMerge.BaselineUse? {
    guard let baseline else { return nil }
    let text = try InputFile.text(baseline, what: "the baseline")
    return (try Baseline(text, file: baseline), isBaselineStrict)
  }

  private func write(_ merge: ReportMerge, _ outputs: [ReportOutput]) throws -> ExitStatus {
    let context = self.context(
      rules: merge.rules, failOn: merge.report.failOn, toolVersion: merge.toolVersion ?? Tool.version)
    let sinks = outputs.map { ReportSink($0, context) }
    do {
      try merge.forEachBundle { bundle in for sink in sinks { try sink.add(bundle) } }
    } catch {
      if let failure = error as? Output.Failure { ReportDelivery.giveUp(failure, outputs, context) }
      throw error
    }
    try ReportDelivery.finish(sinks, merge.report)
    return ExitStatus(merge.report.verdict)
  }

  static func read(_ path: String) throws(EngineError) -> ReportFile {
    let isStandardInput = path == "-"
    let bytes = try InputFile.bytes(
      isStandardInput ? "/dev/stdin" : path, what: "the report", limit: InputFile.reportLimit)
    return try ReportFile(bytes, name: isStandardInput ? "standard input" : path)
  }
}
