import ArgumentParser
import ReleaseLedger
public import Versions

/// `bundlepolicy ledger next`.
struct LedgerNext: Command {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "Propose the next CFBundleVersion",
    discussion: "1 for a product that the ledger does not know.")

  @Argument("the product, such as com.example.App", value: "BUNDLE-ID") var identifier: String

  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var platform: PlatformOptions

  @Option("dialect", "how build numbers are ordered", value: "NAME") var dialect = VersionDialect.apple

  func execute() throws -> ExitStatus {
    let location = try self.ledger.required()
    let platform = platform.name
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

extension VersionDialect: ExpressibleByArgument {}
