import ArgumentParser
import Basics
import BuildRecords
import LedgerViews
import Presentation
import PropertyLists
import ReleaseLedger
import Reports

struct LedgerLog: Command {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "List the builds, last recorded first",
    discussion: """
      Examples:
        bundlepolicy ledger log --ledger builds.db
        bundlepolicy ledger log --identifier com.example.App --format html --output builds.html
        bundlepolicy ledger log --identifier com.example.App --measure install-size
      """)

  enum Format: String, Word { case text, json, html }

  private static let textLimit = 50
  private static let pageLimit = 5_000
  private static let most = 1_000_000

  @Option(.ledger, transform: LedgerChoice.init(url:)) var ledger = LedgerChoice()

  @Option("format", "output format", value: "FORMAT") var format = Format.text

  @Option("output", "write the list to this file (default: standard output)", value: "FILE", completion: .file())
  var output: String?

  @Option("identifier", "list only builds with this CFBundleIdentifier", value: "ID") var identifier: String?

  @OptionGroup var platform: PlatformOptions

  @Option(
    "version", "list only builds whose CFBundleVersion or CFBundleShortVersionString is exactly this", value: "TEXT")
  var version: String?

  @Option("verdict", "list only builds with this verdict", value: "WORD") var verdict: Verdict?

  enum Verdict: String, Word {
    case pass, fail

    var recorded: BuildEntry.Verdict { self == .pass ? .pass : .fail }
  }

  @Option("label", "list only builds with this label", value: "K=V", transform: NamedValue.read)
  var labels: [NamedValue] = []

  @Option(
    "since", "list only builds recorded on or after this day (UTC), YYYY-MM-DD", value: "DATE",
    transform: OptionValue.day)
  var since: CalendarDate?

  @Option(
    "until", "list only builds recorded on or before this day (UTC), YYYY-MM-DD", value: "DATE",
    transform: OptionValue.day)
  var until: CalendarDate?

  @Option(
    "limit", "list at most this many builds, the last recorded (default: 50, or 5000 for html)", value: "N",
    transform: OptionValue.number(1...Self.most))
  var limit: Int?

  @Flag("parts", "also list nested bundles") var includesParts = false

  @Option("measure", "show this measure of each build, with its change, instead of the other columns", value: "NAME")
  var measure: String?

  @Option(.color) var color: ColorChoice?

  func execute() throws -> ExitStatus {
    if measure != nil, format != .text {
      throw ValidationError("--measure is for the format text; json and html show all measures of each build")
    }
    let filter = try filter()
    let opened = try ledger.opened()
    let (builds, total, extent) = try opened.logWithExtent(
      filter, limit: limit ?? (format == .html ? Self.pageLimit : Self.textLimit))
    if let measure, let problem = LedgerText.problem(ofMeasure: measure, in: builds) {
      Output.printError("error: \(problem)")
      return .incomplete
    }
    let bytes: [UInt8]
    switch format {
    case .json: bytes = LedgerJSON.log(builds, total: total)
    case .html: bytes = LedgerPage(of: opened.location, extent, total: total).render(builds)
    case .text:
      let isColored = output == nil && Output.isColored(Output.standardOutput)
      let text = LedgerText(isColored: isColored)
      bytes = Array((measure.map { text.log(builds, measure: $0) } ?? text.log(builds, total: total)).utf8)
    }
    if let output { try LedgerCommand.check(output: output, word: "--output", ledger) }
    try Output.write(bytes, to: output)
    if let output { Output.printError("wrote \(TerminalText.escape(output))") }
    return .passed
  }

  private func filter() throws(ValidationError) -> LedgerFilter {
    var filter = LedgerFilter()
    filter.identifier = identifier
    filter.platform = platform.name
    filter.version = version
    filter.labels = try BuildEntry.Label.each(of: labels)
    filter.includesParts = includesParts
    filter.verdict = verdict?.recorded
    filter.since = since?.millisecondsSince1970
    filter.until = until.map { $0.millisecondsSince1970 + 86_400_000 }
    return filter
  }
}

struct PlatformOptions: ParsableArguments {
  @Option(
    "platform", "consider only builds for this platform: macos, ios, …", value: "NAME",
    completion: .list(LedgerSubject.platforms),
    transform: platform)
  var name: String?

  private static func platform(_ name: String) throws -> String {
    guard LedgerSubject.platforms.contains(name) else {
      throw ValidationError("must be one of \(LedgerSubject.platforms.joined(separator: ", "))")
    }
    return name
  }
}
