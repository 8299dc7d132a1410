import ArgumentParser
import Basics
import PolicyEngine
import ReleaseLedger
import Reporting
public import Bundles

struct LedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger", abstract: "Keep and look into the ledger of all builds that passed",
    discussion: """
      A ledger is a file (kept by SQLite), or a PostgreSQL database: postgres://user@host/database. Builds are recorded by \
      'bundlepolicy check --ledger URL --record'. A password belongs into BUNDLEPOLICY_LEDGER, PGPASSWORD or ~/.pgpass.
      """,
    subcommands: [
      LedgerInit.self, LedgerLog.self, LedgerShow.self, LedgerVerify.self, LedgerNext.self, LedgerExport.self,
      LedgerImport.self,
    ])

  @OptionGroup var ledger: LedgerOptions

  /// Throws when a result would take the ledger's place.
  static func check(output file: String, word: String, _ ledger: LedgerOptions) throws {
    let outputs = try OutputFiles([OutputFiles.Named(word: word, path: file)])
    try outputs.check(try ledger.files(), readFor: "--ledger")
  }
}

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
      Output.printError("note: the ledger has no build of '\(identifier)' yet")
      try Output.print(dialect == .semver ? "1.0.0" : "1")
      return .passed
    }
    guard let next = version.successor else {
      throw LedgerError(
        .failed,
        "the highest build number of '\(identifier)', \(build), is the last that there is in the \(dialect.rawValue) dialect",
        file: location.shown,
        hint: "choose the next number yourself, or name another --dialect, if your policies compare by it")
    }
    try Output.print(next)
    return .passed
  }
}

extension VersionDialect: ExpressibleByArgument {}
