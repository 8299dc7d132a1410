import Bundles
import PolicyEngine
import Reporting

/// `bundlepolicy check`.
enum CheckCommand {
  static let command = Command(
    name: "check", summary: "Check bundles against policies",
    options: [
      .policies,
      Option(
        name: "previous", value: "OLD", isRepeatable: true,
        help: "an earlier build to compare with: a bundle, an archive, a property list or a report in JSON"),
      .ledger,
      Option(
        name: "record",
        help: "record what passes in the ledger: its number is taken; not with --rule, --skip or --write-baseline"),
      Option(name: "record-failures", help: "record what fails, too, as failed; its number stays free"),
      Option(
        name: "label", value: "K=V", isRepeatable: true, mayBeEmpty: true,
        help: "with --record: what the row says besides, commit=1a2b3c, pipeline=…"),
      Option(name: "param", value: "K=V", isRepeatable: true, help: "the value of a policy's parameter"),
      Option.parameterFiles,
      .standardPolicies,
      Option(name: "format", value: "FORMAT", isRepeatable: true, help: "text (the default) or json"),
      Option(name: "output", value: "FILE", isRepeatable: true, help: "where the result goes; one for each --format"),
      Option(name: "fail-on", value: "SEVERITY", help: "error (the default), warning or note"),
      Option(name: "rule", value: "ID", isRepeatable: true, help: "evaluate only this rule"),
      Option(name: "skip", value: "ID", isRepeatable: true, help: "leave this rule out"),
      Option(name: "as-of", value: "DATE", help: "the day waivers are held against, YYYY-MM-DD (default: today)"),
      Option(
        name: "waivers", value: "FILE", isRepeatable: true,
        help: "waivers of the project (default: waivers.lua, if there)"),
      Option(name: "no-waivers", help: "leave waivers.lua alone"),
      Option(name: "baseline", value: "FILE", help: "findings that are let be"),
      Option(name: "write-baseline", value: "FILE", help: "write the findings there, for --baseline"),
      Option(name: "strict-baseline", help: "fail when a finding of the baseline is gone"),
      Option(name: "jobs", value: "N", help: "bundles checked at a time, 1 to 64 (default: the number of processors)"),
      .locked, .plugIns, .inProcess, .checkerTime, .checkerMemory,
      Option(name: "explain", help: "tell of each rule why it came to what it did, and what it read"),
      Option(name: "allow-empty", help: "pass a bundle that no rule applied to"),
    ],
    operands: "BUNDLE…",
    discussion: """
      A BUNDLE is an .app, .framework, .appex or any other bundle directory, an archive of one (.ipa, .zip, .tar.gz, …),
      or a bare Info.plist. Bundles inside it are checked too. Without --policy the nearest policy.lua is used, from the
      working directory upwards; where there is none, apple.recommended, which the program carries.
      """,
    run: run)

  enum Format: String, CaseIterable { case text, json }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if arguments.operands.isEmpty { throw usage("name at least one bundle to check") }
    if arguments.has("strict-baseline"), arguments.first("baseline") == nil {
      throw usage("--strict-baseline needs a --baseline FILE")
    }
    if arguments.first("write-baseline") != nil, !(arguments.all("rule") + arguments.all("skip")).isEmpty {
      throw usage("--write-baseline writes the findings of all rules; leave --rule and --skip out")
    }
    let recording = try arguments.recording(of: "check")
    let outputs = try outputs(arguments)
    guard let failOn = Severity(rawValue: arguments.first("fail-on") ?? "error") else {
      throw usage("--fail-on is error, warning or note, not '\(arguments.first("fail-on") ?? "")'")
    }
    let written = try OutputFiles(arguments, ["output", "write-baseline"], of: "check")
    try written.check(arguments, ["params"])
    try written.check(try arguments.ledgerFiles(of: "check"), readFor: "--ledger")
    try written.check(bundles: arguments.operands, readFor: "BUNDLE")
    try written.check(bundles: arguments.all("previous"), readFor: "--previous")
    // A baseline may be made anew in its place.
    try OutputFiles(arguments, ["output"], of: "check").check(arguments.all("baseline"), readFor: "--baseline")
    let asOf = try arguments.asOf(of: "check")
    let texts = try arguments.parameterTexts(of: "check")
    let waivers = try arguments.waivers(of: "check")
    try written.check(waivers, readFor: "--waivers")
    // One bundle is judged by one thread; what processors there are is then not asked.
    let jobs = arguments.operands.count > 1 || arguments.first("jobs") != nil ? try arguments.jobs(of: "check") : 1
    let checkers = try arguments.checkerArguments(of: "check")
    var report: Report
    let sources: [String]
    var standard: DefaultPolicy?
    let manifests: [String]
    do throws(EngineError) {
      let parameters = PolicyParameters(texts: texts, files: try arguments.parameterFiles())
      let policies = try arguments.policiesOrStandard()
      standard = policies.standard
      var loading = PolicyProgram.Options(policies: policies.policies, parameters: parameters)
      loading.waivers = waivers
      let packs = try arguments.packs(for: policies.policies)
      loading.packs = packs.table
      manifests = packs.files
      loading.checkers = checkers.adding(policies, packs)
      // The clock is a back-stop for what fuel misses; taking notes is work that fuel doesn't count.
      if arguments.has("explain") { loading.limits.seconds *= 10 }
      loading.standardPolicies = try arguments.standardPolicies()
      let program = try PolicyProgram(loading)
      sources = program.sourceFiles
      var options = Check.Options(
        asOf: asOf, previous: try EarlierBuilds.open(arguments.all("previous")), failOn: failOn,
        rules: arguments.all("rule"),
        skip: arguments.all("skip"), allowsEmpty: arguments.has("allow-empty"))
      options.baseline = try baseline(arguments)
      options.recording = recording
      options.ledger = try arguments.openLedger()
      options.explains = arguments.has("explain")
      options.tellsOfIdlePolicies = true
      options.isBaselineStrict = arguments.has("strict-baseline")
      // Shells complete directories with a slash.
      let paths = arguments.operands.map { $0.hasSuffix("/") && $0.count > 1 ? String($0.dropLast()) : $0 }
      report = Check.report(on: paths, program, loadedFrom: loading, options, jobs: jobs)
      report.defaultPolicy = standard
    } catch {
      // Programs that read the report learn of it there, people on standard error; no file may go on saying what it said.
      for (format, file) in outputs where format != .text || file != nil {
        var failed = Report(failure: error)
        failed.defaultPolicy = standard
        try write(failed, format, file)
      }
      // What a project says of its own rules can't be right of others.
      if let standard { Output.complain("note: \(standard.remark)") }
      throw error
    }
    try written.check(sources + manifests, readFor: "--policy")
    for (format, file) in outputs { try write(report, format, file) }
    for line in report.bundles.flatMap(\.checkerLines) { Output.complain(TerminalText.escape(line)) }
    if let file = arguments.first("write-baseline") { return try writeBaseline(of: report, to: file) }
    switch report.verdict {
    case .pass: return .passed
    case .fail: return .violations
    case .error: return .incomplete
    }
  }

  private static func baseline(_ arguments: Arguments) throws(EngineError) -> Baseline? {
    guard let file = arguments.first("baseline") else { return nil }
    return try Baseline(try InputFile.text(file, what: "the baseline"), file: file)
  }

  /// The findings are let be from now on, so they fail nothing; of a check that isn't complete they would not be all.
  private static func writeBaseline(of report: Report, to file: String) throws -> ExitStatus {
    guard report.verdict != .error else {
      Output.complain("bundlepolicy: no baseline was written, because the check could not be completed")
      return .incomplete
    }
    try Output.write(Array(Baseline.text(of: report).utf8), toFile: file)
    return .passed
  }

  private static func write(_ report: Report, _ format: Format, _ file: String?) throws {
    let bytes: [UInt8]
    switch format {
    case .text:
      let isColored = file == nil && Output.isColored(Output.standardOutput)
      bytes = Array(TextReport(isColored: isColored).render(report).utf8)
    case .json: bytes = JSONReport(toolVersion: BundlePolicy.version).render(report)
    }
    if let file {
      try Output.write(bytes, toFile: file)
    } else {
      try Output.write(bytes, to: Output.standardOutput)
    }
  }

  // MARK: Arguments

  private static func usage(_ message: String) -> UsageError { UsageError(message: message, command: "check") }

  /// Each format with its file: the n-th `--output` belongs to the n-th `--format`.
  private static func outputs(_ arguments: Arguments) throws -> [(format: Format, file: String?)] {
    let words = arguments.all("format").isEmpty ? ["text"] : arguments.all("format")
    let files = arguments.all("output")
    if files.count > words.count { throw usage("there are more --output than --format") }
    if words.count - files.count > 1 {
      throw usage("only one --format can go to standard output; give --output for the others")
    }
    return try words.enumerated().map { position, word in
      guard let format = Format(rawValue: word) else {
        throw usage("--format is \(Format.allCases.map(\.rawValue).joined(separator: " or ")), not '\(word)'")
      }
      return (format, position < files.count ? files[position] : nil)
    }
  }
}
