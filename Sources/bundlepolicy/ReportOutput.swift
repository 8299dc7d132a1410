import ArgumentParser
import Basics
import Reporting
import Reports

struct ReportOutput {
  let format: ReportFormat
  let file: String?
  /// The number of bytes that may be added to `file` if it is a step summary; nil for other outputs.
  var stepSummaryBudget: Int?

  fileprivate static func stepSummary(beside outputs: [ReportOutput]) -> [ReportOutput] {
    guard outputs.contains(where: { $0.format == .github }), let file = StepSummary.file else { return [] }
    guard let budget = StepSummary.budget(of: file) else {
      Output.printError("note: the summary of this step is full; the report was not added to \(StepSummary.variable)")
      return []
    }
    return [ReportOutput(format: .markdown, file: file, stepSummaryBudget: budget)]
  }

  func view(_ given: ReportContext) -> any ReportView {
    var context = given
    context.isColored = file == nil && Output.isColored(Output.standardOutput)
    context.width = file == nil ? Output.width(Output.standardOutput) : nil
    context.budget = stepSummaryBudget
    context.workspace = StepSummary.workspace
    return format.view(context)
  }

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
      throw ValidationError("must be one of \(words.joined(separator: ", "))\(nearest)")
    }
    if parts.count == 2, parts[1].isEmpty { throw ValidationError("has no file name after '='") }
    return ReportForm(format: format, file: parts.count == 2 ? parts[1] : nil)
  }

  static var words: [String] { ReportFormat.allCases.map(\.rawValue) }
}

extension ReportOptions {
  /// Returns the outputs. The n-th `--output` belongs to the n-th `--format` without a file of its own. The default is text on standard
  /// output. Throws if two reports would go to standard output.
  func reportOutputs() throws(ValidationError) -> [ReportOutput] {
    var files = outputs[...]
    let reports = (formats.isEmpty ? [ReportForm(format: .text, file: nil)] : formats).map { form in
      ReportOutput(format: form.format, file: form.file ?? files.popFirst())
    }
    if !files.isEmpty { throw ValidationError("each --output needs a --format before it") }
    if reports.count(where: { $0.file == nil }) > 1 {
      throw ValidationError(
        "only one --format can go to standard output; name files for the others, as in --format json=FILE")
    }
    return reports + ReportOutput.stepSummary(beside: reports)
  }
}

final class ReportSink {
  private let output: ReportOutput
  private var view: any ReportView
  private var spool = Spool()
  private let isDirect: Bool
  private let isDigested: Bool

  /// The file that was written and its SHA-256 digest in hexadecimal digits, if `isDigested`.
  private(set) var written: (file: String, digest: String)?

  var format: ReportFormat { output.format }
  var isStandardOutput: Bool { output.file == nil }

  /// Whether the report can be written again: to a file, but not to a pipe or a step summary.
  var isReplaceable: Bool {
    guard let file = output.file, output.stepSummaryBudget == nil, !PartialFile.isStream(file) else { return false }
    return FileSystem.status(file).map { $0.type == S_IFREG } ?? true
  }

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

  /// Writes the rest of the report. A file gets its name only now.
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
    let (head, tail) = view.finish(report)
    try body(head)
    if !isDirect { try spool.forEach(body) }
    try body(tail)
  }
}

/// A buffer for bytes that follow others not yet known: in memory up to a limit, then in an unnamed temporary file.
struct Spool: ~Copyable {
  private static let memory = 4 << 20

  private var bytes: [UInt8] = []
  private var descriptor: Int32 = -1

  init() {}

  deinit { if descriptor >= 0 { close(descriptor) } }

  mutating func add(_ more: [UInt8]) throws(Output.Failure) {
    bytes += more
    if bytes.count > Self.memory { try store() }
  }

  private mutating func store() throws(Output.Failure) {
    if descriptor < 0 { descriptor = try Self.namelessFile() }
    try mapError(try Output.write(bytes, to: descriptor)) { (error: Output.Failure) in
      Output.Failure(path: "a temporary file", reason: error.reason)
    }
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func forEach(_ body: ([UInt8]) throws(Output.Failure) -> Void) throws(Output.Failure) {
    guard descriptor >= 0 else { return try body(bytes) }
    try store()
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    var offset: off_t = 0
    while true {
      let count = chunk.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Self.failure() }
      if count == 0 { return }
      try body(Array(chunk[..<count]))
      offset += off_t(count)
    }
  }

  private static func namelessFile() throws(Output.Failure) -> Int32 {
    let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(directory.isEmpty ? "/tmp" : directory)/bundlepolicy.XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    if descriptor < 0 { throw failure() }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }

  private static func failure() -> Output.Failure {
    Output.Failure(path: "a temporary file", reason: SystemError(errno).text)
  }
}

/// The summary of a step in GitHub Actions: a file to which programs append Markdown.
enum StepSummary {
  static let variable = "GITHUB_STEP_SUMMARY"
  /// GitHub does not show a longer summary (actions/runner, src/Runner.Worker/FileCommandManager.cs, AttachmentSizeLimit).
  static let limit = 1 << 20
  /// Separates the report from earlier text, because a heading needs a line of its own.
  static let separator = Array("\n\n".utf8)

  /// The file, or nil outside GitHub Actions.
  static var file: String? { environmentVariable(variable) }

  /// Returns the number of bytes that the summary has left, or nil if that is too few for a report.
  static func budget(of file: String) -> Int? {
    let size = FileSystem.status(file).map { max(0, Int($0.st_size)) } ?? 0
    guard size <= limit else { return nil }
    let room = limit - size - separator.count
    return room < MarkdownReport.leastBudget ? nil : room
  }

  static var workspace: Workspace? {
    guard let root = environmentVariable("GITHUB_WORKSPACE") ?? environmentVariable("CI_PROJECT_DIR"),
      let directory = FileSystem.realPath(".")
    else {
      return nil
    }
    return Workspace(root: FileSystem.realPath(root) ?? root, workingDirectory: directory, spelling: root)
  }

  /// Appends a report to the summary. If writing fails, the summary is truncated to its former length if possible.
  static func append(_ bytes: [UInt8], to file: String) throws(Output.Failure) {
    func failure(_ reason: String) -> Output.Failure {
      Output.Failure(path: "\(variable)=\(file)", reason: reason)
    }
    let descriptor = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw failure(SystemError(errno).text) }
    defer { close(descriptor) }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.type == S_IFREG
    do throws(Output.Failure) {
      try Output.write(isFile && status.st_size > 0 ? separator + bytes : bytes, to: descriptor)
    } catch {
      if isFile { _ = ftruncate(descriptor, status.st_size) }
      throw failure(error.reason)
    }
  }
}
