import ArgumentParser
import Reporting
import Reports

/// In which formats a report is written, and where to.
struct ReportOptions: ParsableArguments {
  @Option(
    "format", "\(ReportForm.words.joined(separator: ", ")) (default: text); with =FILE, write it to FILE",
    value: "FORMAT[=FILE]",
    completion: .list(ReportForm.words), transform: ReportForm.read)
  var formats: [ReportForm] = []

  @Option(
    "output", "write the --format that has no =FILE to this file (default: standard output)", value: "FILE",
    completion: .file()
  )
  var outputs: [String] = []

  @Flag("quiet", "in text, show only bundles that did not pass, without accepted findings, and the summary")
  var isQuiet = false

  @OptionGroup var color: ColorOptions

  func context(rules: [RuleDescription], failOn: Severity, toolVersion: String = BundlePolicy.version) -> ReportContext
  {
    var context = ReportContext(toolVersion: toolVersion, rules: rules, failOn: failOn)
    context.isQuiet = isQuiet
    return context
  }
}

/// One report in all its formats.
enum ReportDelivery {
  /// Writes what is left of each. One that can't be written leaves none of the others as it was before; the first failure is thrown.
  static func finish(_ sinks: [ReportSink], _ report: Report) throws(Output.Failure) {
    var failure: Output.Failure?
    for sink in sinks {
      do throws(Output.Failure) {
        try sink.finish(report)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// There is no report, for nothing could be judged. Programs that read it learn of it there, people on standard error; no file may go on
  /// saying what it said.
  static func refuse(_ failed: Report, _ outputs: [ReportOutput], _ context: ReportContext) throws(Output.Failure) {
    for output in outputs where output.format != .text || output.file != nil {
      try ReportSink(output, context).finish(failed)
    }
  }

  /// It ended before all was written, as when standard output is full: no file may go on saying what it said of other builds.
  static func giveUp(
    _ failure: Output.Failure, _ outputs: [ReportOutput], _ context: ReportContext, standard: DefaultPolicy? = nil
  ) {
    var failed = Report(
      failure: EngineError(
        code: "output.unwritable",
        message: "the check was stopped because this file cannot be written: \(failure.reason)",
        file: failure.path, hint: "free some disk space, or name another file"))
    failed.defaultPolicy = standard
    for output in outputs where output.file != nil { try? ReportSink(output, context).finish(failed) }
  }
}
