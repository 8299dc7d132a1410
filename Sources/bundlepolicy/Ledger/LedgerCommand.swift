import ArgumentParser
import Basics
import PolicyEngine
import ReleaseLedger
import Reporting

/// `bundlepolicy ledger`.
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

  static func say(_ lines: String...) throws { try say(lines: lines) }

  static func say(lines: [String]) throws {
    try Output.write(lines.map { TerminalText.line($0) + "\n" }.joined().utf8, to: Output.standardOutput)
  }

  /// Throws when a result would take the ledger's place.
  static func check(output file: String, word: String, _ ledger: LedgerOptions) throws {
    let outputs = try OutputFiles([OutputFiles.Named(word: word, path: file)])
    try outputs.check(try ledger.files(), readFor: "--ledger")
  }
}
