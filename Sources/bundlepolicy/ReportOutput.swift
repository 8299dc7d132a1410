import ArgumentParser
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

  /// The report in Markdown for the page of the step, where annotations are asked for and there is such a page.
  fileprivate static func stepSummary(beside outputs: [ReportOutput]) -> [ReportOutput] {
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

/// `FORMAT[=FILE]`.
struct ReportForm {
  let format: ReportFormat
  let file: String?

  static func read(_ word: String) throws -> ReportForm {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let format = ReportFormat(rawValue: parts[0]) else {
      let nearest = SpellingCorrector.nearest(to: parts[0], among: words).map { "; did you mean \($0)?" } ?? ""
      throw InvalidValue("must be one of \(words.joined(separator: ", "))\(nearest)")
    }
    if parts.count == 2, parts[1].isEmpty { throw InvalidValue("names no file after '='") }
    return ReportForm(format: format, file: parts.count == 2 ? parts[1] : nil)
  }

  static var words: [String] { ReportFormat.allCases.map(\.rawValue) }
}

extension CheckCommand {
  /// The n-th `--output` belongs to the n-th `--format` without a file of its own. Text on standard output when none is given. Throws
  /// when two would go to standard output.
  func reportOutputs() throws(UsageError) -> [ReportOutput] {
    var files = outputs[...]
    let reports = (formats.isEmpty ? [ReportForm(format: .text, file: nil)] : formats).map { form in
      ReportOutput(format: form.format, file: form.file ?? files.popFirst())
    }
    if !files.isEmpty { throw UsageError("there are more --output than --format") }
    if reports.count(where: { $0.file == nil }) > 1 {
      throw UsageError("only one --format can go to standard output; name a file for the others: --format json=FILE")
    }
    return reports + ReportOutput.stepSummary(beside: reports)
  }
}
