import Basics
import Bundles
import CheckerPlugIns
import PolicyEngine
import PolicyPacks
import PropertyLists
import ReleaseLedger
import Reporting

/// The program: finds the command, runs it, turns what it throws into one message and an exit status.
@main enum BundlePolicy {
  static let version = "0.1.0"

  static let commands: [Command] = [
    CheckCommand.command, TestCommand.command, LintCommand.command, RulesCommand.command, ExplainCommand.command,
    InspectCommand.command, DiffCommand.command, VerifyReceiptCommand.command, WaiveCommand.command,
    InitCommand.command, PluginCommand.command, PackCommand.command, LedgerCommand.command, ReplCommand.command,
    CompletionCommand.command, ManualCommand.command,
  ]

  static func main() {
    StandardStreams.reserve()
    // Told apart before anything else is done: each run with checkers starts the program once more.
    if CommandLine.argc == 2, CommandLine.arguments[1] == CheckerWorker.argument { exit(CheckerWorker.run()) }
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static func run(_ words: [String]) -> ExitStatus {
    do {
      switch words.first {
      case nil: throw UsageError(message: "name a command: \(commands.map(\.name).joined(separator: ", "))")
      case "--version":
        try Output.write("bundlepolicy \(version)\n".utf8, to: Output.standardOutput)
        return .passed
      case "--help", "-h", "help":
        let command = commands.first { $0.name == words.dropFirst().first }
        try Output.write((command.map(Help.of) ?? Help.all(commands)).utf8, to: Output.standardOutput)
        return .passed
      case let name?:
        guard let command = commands.first(where: { $0.name == name }) else { throw unknownCommand(name) }
        let rest = words.dropFirst()
        if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
          try Output.write(Help.of(command).utf8, to: Output.standardOutput)
          return .passed
        }
        return try command.run(try Arguments(rest, of: command))
      }
    } catch {
      return report(error)
    }
  }

  private static func unknownCommand(_ name: String) -> UsageError {
    let suggestion =
      SpellingCorrector.suggestion(for: name, among: commands.map(\.name))
    return UsageError(message: "there is no command '\(name)'\(suggestion)")
  }

  /// One clear message on standard error, whatever went wrong.
  private static func report(_ error: any Error) -> ExitStatus {
    switch error {
    case let error as UsageError:
      let help = error.command.map { "bundlepolicy \($0) --help" } ?? "bundlepolicy --help"
      Output.complain("bundlepolicy: \(TerminalText.escape(error.message)) (see '\(help)')")
      return .usage
    case let error as EngineError:
      Output.complain(TerminalText.escape(DiagnosticLine.render(error)))
      for line in error.trace?.detailLines ?? [] { Output.complain(TerminalText.escape(line)) }
      if let hint = error.hint { Output.complain("    fix       " + TerminalText.escape(hint)) }
    case let error as BundleError: Output.complain(TerminalText.escape(error.description))
    case let error as PlugInError: return report(EngineError(error))
    case let error as LedgerError: return report(EngineError(error))
    case let error as PackError: return report(EngineError(error))
    case let error as PropertyListError: Output.complain(TerminalText.escape(error.description))
    case let error as Refusal: Output.complain(TerminalText.escape(error.message))
    case let error as StorageError: Output.complain(TerminalText.escape("error: " + error.description))
    case let error as Output.Failure:
      Output.complain(TerminalText.escape("\(error.path): error: cannot be written: \(error.reason)"))
    default: Output.complain("error: \(TerminalText.escape(String(describing: error)))")
    }
    return .incomplete
  }
}
