import ArgumentParser
public import Basics
import ReleaseLedger

struct LedgerCommand: CommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "ledger", abstract: "Manage the ledger of builds that passed",
    discussion: """
      Examples:
        bundlepolicy ledger init --ledger builds.db
        bundlepolicy check --ledger builds.db --record App.app
        bundlepolicy ledger log --ledger builds.db

      A ledger is a SQLite file, a PostgreSQL database (postgres://user@host/database), or a branch of a git repository \
      (git+https://host/repository.git#branch, git+ssh://…, git+file:///…; default branch: bundlepolicy-ledger). \
      'bundlepolicy check --ledger URL --record' records builds in it. Put a password or token into BUNDLEPOLICY_LEDGER, \
      PGPASSWORD, ~/.pgpass or a git credential helper, not on the command line.
      """,
    subcommands: [
      LedgerInit.self, LedgerLog.self, LedgerShow.self, LedgerNext.self, LedgerWithdraw.self, LedgerShip.self,
      LedgerLabel.self, LedgerVerify.self, LedgerExport.self, LedgerImport.self,
    ])

  @Option(.ledger, transform: LedgerChoice.init(url:)) var ledger = LedgerChoice()

  static func check(output file: String, word: String, _ ledger: LedgerChoice) throws {
    let outputs = try OutputFiles([OutputFiles.Named(word: word, path: file)])
    try outputs.check(try ledger.files(), readFor: "--ledger")
  }
}

struct LedgerNext: Command {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "Propose the next CFBundleVersion",
    discussion: """
      Examples:
        bundlepolicy ledger next --ledger builds.db com.example.App

      The number is above those of withdrawn builds, too. Prints 1 for a product that is not in the ledger.
      """)

  @Argument("the product's bundle identifier, such as com.example.App", value: "BUNDLE-ID") var identifier: String

  @Option(.ledger, transform: LedgerChoice.init(url:)) var ledger = LedgerChoice()
  @OptionGroup var platform: PlatformOptions

  @Option("dialect", "the version dialect that orders build numbers", value: "NAME") var dialect = VersionDialect.apple

  func execute() throws -> ExitStatus {
    let platform = platform.name
    let ledger = try self.ledger.opened()
    let location = ledger.location
    let subject = LedgerSubject(product: identifier, identifier: identifier, platform: platform, shortVersion: nil)
    var question = VersionQuestion(
      subject, field: .build, dialect: dialect, scope: platform == nil ? .identifier : .platform)
    // Numbers of withdrawn builds stay taken.
    question.selection = .withTakenNumbers
    guard let build = try ledger.highest(question)?.entry.build, let version = Version(build, dialect: dialect) else {
      if try ledger.newestUnreadable(question) != nil {
        throw LedgerError(
          .failed, "no build of '\(identifier)' has a build number in the \(dialect.rawValue) dialect",
          file: location.shown,
          hint: "see 'bundlepolicy ledger log --identifier \(identifier)', and name another --dialect")
      }
      Output.printError("note: the ledger has no build of '\(identifier)' yet")
      try Output.print(dialect == .semver ? "1.0.0" : "1")
      return .passed
    }
    guard let next = version.successor else {
      throw LedgerError(
        .failed,
        "'\(identifier)' has reached \(build), the highest possible build number in the \(dialect.rawValue) dialect",
        file: location.shown,
        hint: "choose the next number yourself, or name another --dialect if your policies use it")
    }
    try Output.print(next)
    return .passed
  }
}

extension VersionDialect: Word {}
