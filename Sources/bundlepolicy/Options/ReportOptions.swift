import ArgumentParser
import Reporting
import Reports

/// The options of a command that writes reports.
protocol ReportOptions {
  var formats: [ReportForm] { get }
  var outputs: [String] { get }
  var isQuiet: Bool { get }
}

extension ReportOptions {
  func context(rules: [RuleDescription], failOn: FailureThreshold, toolVersion: String = Tool.version) -> ReportContext
  {
    var context = ReportContext(toolVersion: toolVersion, rules: rules, failOn: failOn)
    context.isQuiet = isQuiet
    return context
  }
}

enum ReportDelivery {
  /// Completes all reports, and throws the first failure. If a report cannot be written, the others report that and become incomplete.
  static func finish(_ sinks: [ReportSink], _ report: Report) throws(Output.Failure) {
    var report = report
    var failure: Output.Failure?
    func finish(_ sinks: [ReportSink]) -> [ReportSink] {
      sinks.filter { sink in
        do throws(Output.Failure) {
          try sink.finish(report)
          return true
        } catch {
          failure = failure ?? error
          report.add(failure: unwritable("this report cannot be written: \(error.reason)", error))
          return false
        }
      }
    }
    // Pipes and summaries come after files, so that they can report failures; standard output comes last.
    let written = finish(sinks.filter(\.isReplaceable))
    let failureOfFile = failure
    _ = finish(sinks.filter { !$0.isReplaceable && !$0.isStandardOutput } + sinks.filter(\.isStandardOutput))
    guard let failure = failureOfFile ?? failure else { return }
    for sink in written { try? sink.finish(report) }
    throw failure
  }

  private static func unwritable(_ message: String, _ failure: Output.Failure) -> EngineError {
    EngineError(
      code: "output.unwritable", message: message, file: failure.path,
      hint: failure.hint)
  }

  /// Writes an error in place of the reports of a check that could not run: a file must not keep an earlier report. Text on standard
  /// output is left out, because standard error has the message.
  static func refuse(_ failed: Report, _ outputs: [ReportOutput], _ context: ReportContext) throws(Output.Failure) {
    for output in outputs where output.format != .text || output.file != nil {
      try ReportSink(output, context).finish(failed)
    }
  }

  /// Writes an error to all files after a check was stopped, as when standard output is full: a file must not keep an earlier report.
  static func giveUp(
    _ failure: Output.Failure, _ outputs: [ReportOutput], _ context: ReportContext, standard: DefaultPolicy? = nil
  ) {
    var failed = Report(
      failure: unwritable("the check was stopped because this file cannot be written: \(failure.reason)", failure))
    failed.defaultPolicy = standard
    for output in outputs where output.file != nil { try? ReportSink(output, context).finish(failed) }
  }
}
