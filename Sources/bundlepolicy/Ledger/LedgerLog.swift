import PolicyEngine
import PropertyLists
import ReleaseLedger
import Reporting

/// `bundlepolicy ledger log`.
enum LedgerLog {
  private static let textLimit = 50
  private static let pageLimit = 5_000
  private static let most = 1_000_000

  static func run(_ arguments: Arguments, _ location: LedgerLocation) throws -> ExitStatus {
    let format = try LedgerCommand.format(arguments, among: ["text", "json", "html"])
    let filter = try filter(arguments)
    var limit = format == "html" ? pageLimit : textLimit
    if let text = arguments.first("limit") {
      guard let number = Int(text), (1...most).contains(number) else {
        throw LedgerCommand.usage("--limit is a number from 1 to \(most), not '\(text)'")
      }
      limit = number
    }
    let ledger = try Ledger.open(location)
    let (builds, total) = try ledger.log(filter, limit: limit)
    let bytes: [UInt8]
    switch format {
    case "json": bytes = LedgerJSON.log(builds, total: total)
    case "html": bytes = LedgerPage(of: location).render(builds)
    default:
      let isColored = arguments.first("output") == nil && Output.isColored(Output.standardOutput)
      bytes = Array(LedgerText(isColored: isColored).log(builds, total: total).utf8)
    }
    try LedgerCommand.write(bytes, arguments)
    return .passed
  }

  private static func filter(_ arguments: Arguments) throws -> LedgerFilter {
    var filter = LedgerFilter()
    filter.identifier = arguments.first("identifier")
    filter.platform = try platform(arguments)
    filter.version = arguments.first("version")
    filter.labels = try arguments.labels(of: "ledger")
    filter.includesParts = arguments.has("parts")
    if let word = arguments.first("verdict") {
      guard let verdict = BuildEntry.Verdict(rawValue: word) else {
        throw LedgerCommand.usage("--verdict is pass or fail, not '\(word)'")
      }
      filter.verdict = verdict
    }
    filter.since = try day(arguments, "since")
    filter.until = try day(arguments, "until").map { $0 + 86_400_000 }
    return filter
  }

  static func platform(_ arguments: Arguments) throws -> String? {
    guard let name = arguments.first("platform") else { return nil }
    guard LedgerSubject.platforms.contains(name) else {
      throw LedgerCommand.usage("--platform is \(LedgerSubject.platforms.joined(separator: ", ")), not '\(name)'")
    }
    return name
  }

  /// The first moment of a day.
  private static func day(_ arguments: Arguments, _ option: String) throws -> Int64? {
    guard let text = arguments.first(option) else { return nil }
    guard let date = CalendarDate(text) else {
      throw LedgerCommand.usage("--\(option) is a day, YYYY-MM-DD, not '\(text)'")
    }
    return date.millisecondsSince1970
  }
}
