import Basics
import PolicyEngine
import Reporting

/// A format that a report is written in, and where to.
struct ReportOutput {
  let format: ReportFormat
  /// Nil for standard output.
  let file: String?
  /// How many bytes may be added to the page of a step, which `file` is then; nil for an output that was asked for.
  var stepSummaryBudget: Int?

  /// Those of `--format FORMAT[=FILE]` and `--output`: the n-th `--output` belongs to the n-th `--format` without a file of its own.
  /// Text on standard output when none is given. Throws when two would go to standard output.
  static func all(_ arguments: Arguments, of command: String) throws(UsageError) -> [ReportOutput] {
    func usage(_ message: String) -> UsageError { UsageError(message: message, command: command) }
    let words = arguments.all("format").isEmpty ? [ReportFormat.text.rawValue] : arguments.all("format")
    var files = arguments.all("output")[...]
    var outputs: [ReportOutput] = []
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let format = ReportFormat(rawValue: parts[0]) else {
        let known = ReportFormat.allCases.map(\.rawValue)
        let nearest = SpellingCorrector.nearest(to: parts[0], among: known).map { "; did you mean \($0)?" } ?? ""
        throw usage("--format is \(known.joined(separator: ", ")), not '\(parts[0])'\(nearest)")
      }
      if parts.count == 2, parts[1].isEmpty { throw usage("--format \(word) names no file after '='") }
      outputs.append(ReportOutput(format: format, file: parts.count == 2 ? parts[1] : files.popFirst()))
    }
    if !files.isEmpty { throw usage("there are more --output than --format") }
    if outputs.count(where: { $0.file == nil }) > 1 {
      throw usage("only one --format can go to standard output; name a file for the others: --format json=FILE")
    }
    return outputs + stepSummary(beside: outputs)
  }

  /// The report in Markdown for the page of the step, where annotations are asked for and there is such a page.
  private static func stepSummary(beside outputs: [ReportOutput]) -> [ReportOutput] {
    guard outputs.contains(where: { $0.format == .github }), let file = StepSummary.file else { return [] }
    guard let budget = StepSummary.budget(of: file) else {
      Output.complain("note: the page of the step is full; the report is not added to \(StepSummary.variable)")
      return []
    }
    return [ReportOutput(format: .markdown, file: file, stepSummaryBudget: budget)]
  }

  /// A view for this output.
  func view(_ given: ReportContext) -> any ReportView {
    var context = given
    context.isColored = file == nil && Output.isColored(Output.standardOutput)
    context.budget = stepSummaryBudget
    context.workspace = StepSummary.workspace
    return format.view(context)
  }

  /// The files, for holding them against others.
  static func files(_ outputs: [ReportOutput]) -> [OutputFiles.Named] {
    outputs.compactMap { output in
      let word = output.stepSummaryBudget == nil ? "--output" : StepSummary.variable
      return output.file.map { OutputFiles.Named(word: word, path: $0) }
    }
  }
}
