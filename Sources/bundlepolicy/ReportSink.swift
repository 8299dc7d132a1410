import Basics
import PolicyEngine
import Reporting

/// One format of a report on its way to its file, bundle by bundle.
final class ReportSink {
  private let output: ReportOutput
  private var view: any ReportView
  private var spool = Spool()
  /// Whether each bundle is written as it comes.
  private let isDirect: Bool
  private let isDigested: Bool

  /// The file that was written and the SHA-256 of what is in it, in hexadecimal digits, when that was asked for.
  private(set) var written: (file: String, digest: String)?

  var format: ReportFormat { output.format }

  init(_ output: ReportOutput, _ context: ReportContext, isDigested: Bool = false) {
    self.output = output
    self.isDigested = isDigested
    view = output.view(context)
    isDirect = output.file == nil && !view.hasHead
  }

  func add(_ bundle: BundleReport) throws(Output.Failure) {
    let bytes = view.add(bundle)
    if isDirect {
      try Output.write(bytes, to: Output.standardOutput)
    } else {
      try spool.add(bytes)
    }
  }

  /// Writes what is left. A file has its name only then.
  func finish(_ report: Report) throws(Output.Failure) {
    guard let path = output.file else {
      return try write(report) { bytes throws(Output.Failure) in try Output.write(bytes, to: Output.standardOutput) }
    }
    if output.stepSummaryBudget != nil {
      var bytes: [UInt8] = []
      try write(report) { bytes += $0 }
      return try StepSummary.append(bytes, to: path)
    }
    let file = try PartialFile(path)
    var digest = SHA256Digest()
    try write(report) { bytes throws(Output.Failure) in
      try file.write(bytes)
      if isDigested { digest.update(bytes) }
    }
    try file.finish()
    if isDigested { written = (path, digest.hexadecimal) }
  }

  private func write(_ report: Report, _ body: ([UInt8]) throws(Output.Failure) -> Void) throws(Output.Failure) {
    try body(view.head(report))
    if !isDirect { try spool.forEach(body) }
    try body(view.tail(report))
  }
}
