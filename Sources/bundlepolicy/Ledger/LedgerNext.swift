import ReleaseLedger
import Versions

/// `bundlepolicy ledger next`.
enum LedgerNext {
  static func run(_ arguments: Arguments, _ location: LedgerLocation) throws -> ExitStatus {
    let identifier = arguments.operands[1]
    let platform = try LedgerLog.platform(arguments)
    let word = arguments.first("dialect") ?? VersionDialect.apple.rawValue
    guard let dialect = VersionDialect(rawValue: word) else {
      throw LedgerCommand.usage(
        "--dialect is \(VersionDialect.allCases.map(\.rawValue).joined(separator: ", ")), not '\(word)'")
    }
    let ledger = try Ledger.open(location)
    let subject = LedgerSubject(product: identifier, identifier: identifier, platform: platform, shortVersion: nil)
    let question = VersionQuestion(
      subject, field: .build, dialect: dialect, scope: platform == nil ? .identifier : .platform)
    guard let build = try ledger.highest(question)?.entry.build, let version = Version(build, dialect: dialect) else {
      if try ledger.newestUnreadable(question) != nil {
        throw LedgerError(
          .failed, "no build of '\(identifier)' has a number that can be counted on (\(dialect.rawValue) dialect)",
          file: location.shown,
          hint: "look at 'bundlepolicy ledger log --identifier \(identifier)', and name another --dialect")
      }
      Output.complain("note: the ledger has no build of '\(identifier)' yet")
      try LedgerCommand.say(dialect == .semver ? "1.0.0" : "1")
      return .passed
    }
    guard let next = version.successor else {
      throw LedgerError(
        .failed,
        "the highest build number of '\(identifier)', \(build), is the last that there is in the \(dialect.rawValue) dialect",
        file: location.shown,
        hint: "choose the next number yourself, or name another --dialect, if your policies compare by it")
    }
    try LedgerCommand.say(next)
    return .passed
  }
}
