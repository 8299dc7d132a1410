import ArgumentParser
import LedgerViews
import ReleaseLedger

struct LedgerShow: Command {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show everything the ledger knows about a build",
    discussion: """
      Examples:
        bundlepolicy ledger show --ledger builds.db 12
        bundlepolicy ledger show --ledger builds.db com.example.App@42

      BUNDLE-ID alone names the build with the highest version among those that passed and were not withdrawn.
      """)

  @Argument(LedgerRow.help, value: "ROW")
  var word: String

  @Option(.ledger, transform: LedgerChoice.init(url:)) var ledger = LedgerChoice()

  @Option("format", "output format", value: "FORMAT") var format = TextFormat.text

  @Option(.color) var color: ColorChoice?

  func execute() throws -> ExitStatus {
    let ledger = try self.ledger.opened()
    let build = try LedgerRow(word).shown(in: ledger)
    if format == .json {
      try Output.write(LedgerJSON.show(build), to: Output.standardOutput)
    } else {
      let text = LedgerText(isColored: Output.isColored(Output.standardOutput)).show(build)
      try Output.write(text.utf8, to: Output.standardOutput)
    }
    return .passed
  }
}
