import ArgumentParser
import Basics
import BuildHistory
import Parameters
import PolicyEngine
import PolicyTesting
import Presentation
import ProjectFiles
import Reporting
import Reports
import SourceMaps

struct CheckRun {
  /// The command, with the settings of the project file.
  let command: CheckCommand
  /// Whether the command line names the policies or the project file.
  private let isPolicyNamed: Bool
  private let namesPolicy: Bool
  private var project: Project?
  private let outputs: [ReportOutput]
  private let written: OutputFiles
  private let recorded: OutputFiles
  private let parameterTexts: [String: String]
  private let waivers: [String]
  private let unappliedWaivers: EngineError?
  private let recording: Recording?
  private let checkers: CheckerArguments
  private var attestation: Attestation?
  private var standard: DefaultPolicy?
  var status = ExitStatus.passed
  /// The key paths that `--fix` changed in sources; the bundles were built before.
  var changedSources: [String: Set<String>] = [:]

  /// Throws for contradictory options. Reads nothing yet.
  init(_ given: CheckCommand) throws {
    var command = given
    var project: Project?
    do {
      project = try given.readProject()
      try project?.complete(&command)
    } catch let error as EngineError {
      let context = given.context(rules: [], failOn: given.failOn)
      try ReportDelivery.refuse(Report(failure: error), try given.reportOutputs(), context)
      throw error
    }
    if command.isBaselineStrict, command.baseline == nil {
      throw ValidationError("--strict-baseline needs a --baseline FILE")
    }
    if command.bundles.isEmpty {
      throw ValidationError("name a bundle to check, or list bundles in \(ProjectFile.name)")
    }
    try command.validate()
    namesPolicy = !given.namedPolicies.isEmpty
    isPolicyNamed = namesPolicy || project?.isNamed ?? false
    self.command = command
    self.project = project
    recording = try command.recording()
    outputs = try command.reportOutputs()
    func named(_ option: String, _ path: String?) -> [OutputFiles.Named] {
      path.map { [OutputFiles.Named(word: option, path: $0)] } ?? []
    }
    let results = ReportOutput.files(outputs) + named("--attest", command.receipt)
    written = try OutputFiles(results + named("--write-baseline", command.newBaseline))
    let ledger = recording == nil ? [] : try command.ledger.files().prefix(1)
    recorded = try OutputFiles("--ledger", Array(ledger))
    if !written.isEmpty, let key = command.receiptKey { try written.check([key], readFor: "--attest-key") }
    try written.check(command, policies: command.namedPolicies)
    try written.check(try command.ledger.files(), readFor: "--ledger")
    for files in [written, recorded] {
      try files.check(bundles: BundleOperands.literal(command.bundles), readFor: "BUNDLE")
    }
    try written.check(bundles: command.previous, readFor: "--previous")
    // `--write-baseline` may replace the baseline.
    try OutputFiles(results).check(command.baseline.map { [$0] } ?? [], readFor: "--baseline")
    parameterTexts = try command.parameterTexts()
    (waivers, unappliedWaivers) = try command.waiverFiles(policies: given.namedPolicies, of: project)
    try written.check(waivers, readFor: "--waivers")
    checkers = command.checkerArguments(namesPolicies: isPolicyNamed)
    attestation = try Attestation(command)
  }

  struct Inputs {
    let program: PolicyProgram
    let options: Check.Options
    let bundles: [String]
    let shard: Shard?
    let sources: [String]
    /// The files in the project that the bundles are built from; nil if the project file names none.
    let map: SourceMap?
  }

  mutating func perform() throws -> ExitStatus {
    try attestation?.begin()
    let inputs: Inputs
    do throws(EngineError) {
      inputs = try prepare()
    } catch {
      attestation?.giveUp()
      try reportFailure(error)
      throw error
    }
    let report: Report
    do {
      report = try evaluate(inputs)
    } catch {
      attestation?.giveUp()
      throw error
    }
    // The receipt comes last, because it covers all other results.
    try attestation?.finish(report)
    return ExitStatus(report.verdict)
  }

  mutating func prepare() throws(EngineError) -> Inputs {
    do throws(EngineError) { return try inputs() } catch { throw project?.placed(error) ?? error }
  }

  private mutating func inputs() throws(EngineError) -> Inputs {
    var parameterFiles = try command.parameterFiles()
    if let file = try project?.parameters(namesPolicy: namesPolicy) { parameterFiles.insert(file, at: 0) }
    var map = try project?.sourceMap()
    map?.changed = changedSources
    if let project, command.isVerbose { project.describe() }
    attestation?.note(parameterTexts, parameterFiles)
    let policies = try PolicySearch.policiesOrStandard(named: command.namedPolicies)
    standard = policies.standard
    var loading = PolicyProgram.Options(
      policies: policies.policies, parameters: PolicyParameters(texts: parameterTexts, files: parameterFiles))
    loading.waivers = waivers
    loading.loadsRulesOnDemand = true
    let packs = try loading.findPacks(
      isNamed: isPolicyNamed, isLocked: command.isLocked,
      from: project.map { $0.isNamed ? $0.file.folder : "" } ?? "")
    loading.checkers = checkers.adding(policies, packs)
    loading.standardPolicies = try command.standardPolicies()
    let program = try PolicyProgram(loading)
    // The program lives as long as the process; releasing its objects one by one would take longer than many rules.
    _ = Unmanaged.passRetained(program)
    let earlier = try NamedBuilds.named(command.previous)
    var options = Check.Options(
      asOf: command.day, previous: earlier.isEmpty ? nil : earlier.map(\.graph), failOn: command.failOn,
      allowsEmpty: command.allowsEmpty)
    command.select(&options)
    options.symbols = try command.symbols.map { folder throws(EngineError) in try DebugSymbols(folder: folder) }
    options.previousNames = earlier.map(\.path)
    options.baseline = try baseline()
    options.recording = recording
    command.ledger.open(for: &options)
    options.explains = command.explains
    options.evidence = outputs.map(\.format.evidence).max() ?? .nothing
    options.takesDigests = attestation != nil
    options.tellsOfIdlePolicies = true
    options.isBaselineStrict = command.isBaselineStrict
    let bundles = try BundleOperands(command.bundles, isRecursive: command.isRecursive)
    options.inputErrors = bundles.errors
    options.inputWarnings +=
      (project?.warnings ?? []) + (unappliedWaivers.map { [$0] } ?? [])
      + bundles.warnings
    var shard = command.shard
    options.isPart = shard != nil
    try refuseParts(program, options)
    let own = shard?.select(from: bundles.paths) ?? bundles.paths
    return Inputs(
      program: program, options: options, bundles: own, shard: shard,
      sources: program.sourceFiles + packs.files + (project.map { [$0.file.file] } ?? []),
      map: map)
  }

  /// Throws for options that a shard cannot support with rules that compare the bundles of all shards.
  private func refuseParts(_ program: PolicyProgram, _ options: Check.Options) throws(EngineError) {
    guard options.isPart else { return }
    let refused = [
      (
        "--record", recording != nil, "a build would be recorded before all its rules are evaluated",
        "record builds in one run on all bundles"
      ),
      (
        "--attest", attestation != nil, "the receipt would not cover all rules",
        "attest one run on all bundles"
      ),
      (
        "--baseline", command.baseline != nil, "a shard does not know its findings",
        "name the baseline when you merge the reports: report --policy FILE --baseline FILE"
      ),
    ]
    guard let (option, _, reason, instead) = refused.first(where: { $0.1 }),
      let rule = Check.comparingRules(of: program, options).first
    else { return }
    throw EngineError(
      code: "across.shard",
      message:
        "\(option) cannot be combined with --shard, because rule '\(rule)' compares the bundles of all shards: \(reason)",
      hint: "\(instead); or leave the rule out with --skip \(rule)")
  }

  private mutating func baseline() throws(EngineError) -> Baseline? {
    guard let file = command.baseline else { return nil }
    let text = try InputFile.text(file, what: "the baseline")
    attestation?.note(baseline: text, file: file)
    return try Baseline(text, file: file)
  }

  func reportFailure(_ error: EngineError) throws {
    var failed = Report(failure: error)
    failed.defaultPolicy = standard
    try ReportDelivery.refuse(failed, outputs, reportContext([]))
    // The user may expect a policy of the project, so name the one in use.
    if let standard { Output.printError("note: \(standard.remark)") }
  }

  private func reportContext(_ rules: [RuleDescription]) -> ReportContext {
    var context = command.context(rules: rules, failOn: command.failOn)
    context.asOf = command.asOf
    return context
  }

  private mutating func evaluate(_ inputs: Inputs) throws -> Report {
    try written.check(inputs.sources, readFor: "--policy")
    for files in [written, recorded] {
      try files.check(inputs.map?.files ?? [], readFor: "'sources'")
      try files.check(bundles: inputs.map?.folders ?? [], readFor: "'sources'")
      try files.check(bundles: inputs.bundles, readFor: "BUNDLE")
    }
    let rules = outputs.contains { $0.format.describesRules } ? try inputs.program.descriptions : []
    let context = reportContext(rules)
    let sinks = outputs.map { ReportSink($0, context, isDigested: attestation != nil) }
    let newBaseline = command.newBaseline
    let isTerminalFree = outputs.allSatisfy { $0.file != nil } || isatty(Output.standardOutput) == 0
    var progress = Progress(of: inputs.bundles.count, isWanted: isTerminalFree)
    var attested = attestation
    let jobs = jobs(for: inputs)
    defer { progress.end() }
    func show(_ bundle: BundleReport) throws(Output.Failure) {
      for sink in sinks { try sink.add(bundle) }
      attested?.add(bundle)
    }
    var report: Report
    var kept: [BundleReport] = []
    var coversBundle = false
    let project = project
    do throws(Output.Failure) {
      report = try Check.report(
        on: inputs.bundles, inputs.program, inputs.options, jobs: jobs
      ) { bundle throws(Output.Failure) in
        var bundle = bundle
        if let map = inputs.map {
          map.locate(&bundle, evidence: inputs.options.evidence)
          coversBundle = coversBundle || map.covers(bundle)
        }
        if let project { bundle.errors = bundle.errors.map(project.placed) }
        progress.step(failed: bundle.verdict != .pass)
        for line in bundle.checkerLines { Output.printError(TerminalText.escape(line)) }
        // A new baseline accepts findings only after all bundles are checked.
        if newBaseline == nil { try show(bundle) } else { kept.append(bundle) }
      }
      progress.end()
      if let newBaseline {
        report.bundles = kept
        write(newBaseline, of: &report)
        for bundle in report.bundles { try show(bundle) }
        report.bundles = []
      }
    } catch {
      ReportDelivery.giveUp(error, outputs, context, standard: standard)
      throw error
    }
    report.defaultPolicy = standard
    if let project {
      report.project = project.settings
      report.errors = report.errors.map(project.placed)
      if inputs.map != nil, !coversBundle, !inputs.bundles.isEmpty { report.warnings.append(project.unusedSources) }
    }
    report.shard = inputs.shard
    try ReportDelivery.finish(sinks, report)
    for sink in sinks {
      if let (file, digest) = sink.written { attested?.note(report: digest, format: sink.format.rawValue, file: file) }
    }
    attestation = attested
    return report
  }

  /// Counts processors only for several bundles.
  func jobs(for inputs: Inputs) -> Int {
    command.jobs ?? (inputs.bundles.count > 1 ? PolicyTestSession.usualJobs : 1)
  }

  /// Writes a baseline that accepts the findings of the report, unless the check is incomplete. If writing fails, the report gets an
  /// error and accepts nothing.
  private func write(_ file: String, of report: inout Report) {
    guard report.verdict != .error else {
      return Output.printError("bundlepolicy: no baseline was written because the check could not be completed")
    }
    var text = BaselineText(policies: report.policies)
    for bundle in report.bundles { text.add(bundle) }
    do throws(Output.Failure) {
      try Output.write(Array(text.text.utf8), toFile: file)
    } catch {
      return report.add(
        failure: EngineError(
          code: "baseline.unwritable", message: "the baseline cannot be written: \(error.reason)", file: error.path,
          hint: error.hint))
    }
    report.acceptFindings()
    let accepted =
      text.count == 0 ? "no findings to accept" : "\(counted(text.count, "finding")) accepted"
    Output.printError(TerminalText.escape("\(file): baseline written, \(accepted)"))
  }
}

struct Progress {
  /// Nanoseconds until the line first appears, and then between updates.
  private static let patience: UInt64 = 500_000_000
  private static let interval: UInt64 = 100_000_000

  private let total: Int
  private var done = 0
  private var failed = 0
  private var next: UInt64
  private var isShown = false
  private let isWanted: Bool

  /// `isWanted`: whether no other output goes to the terminal.
  init(of total: Int, isWanted: Bool) {
    self.total = total
    self.isWanted = isWanted && total > 1 && isatty(Output.standardError) == 1
    next = Clocks.nanoseconds() &+ Self.patience
  }

  mutating func step(failed: Bool) {
    guard isWanted else { return }
    done += 1
    if failed { self.failed += 1 }
    let now = Clocks.nanoseconds()
    guard now >= next else { return }
    next = now &+ Self.interval
    isShown = true
    let text = "\(done) of \(total) bundles" + (self.failed == 0 ? "" : ", \(self.failed) failed or incomplete")
    try? Output.write("\r\u{1B}[K\(text)".utf8, to: Output.standardError)
  }

  mutating func end() {
    if isShown { try? Output.write("\r\u{1B}[K".utf8, to: Output.standardError) }
    isShown = false
  }
}
