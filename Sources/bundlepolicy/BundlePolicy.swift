import ArgumentParser
import Basics
import Bundles
import CheckerPlugIns
import PolicyPacks
import PropertyLists
import ReleaseLedger
import Reporting
import Reports

/// The program: finds the command, runs it, turns what it throws into one message and an exit status.
@main struct BundlePolicy: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "bundlepolicy", abstract: "Checks Apple app bundles against policies you write in Lua.",
    usage: "bundlepolicy <subcommand> [<options>] [<arguments>]",
    discussion: """
      Examples:
        bundlepolicy check App.app
        bundlepolicy check --policy org.lua App.app

      EXIT STATUS

      """
        + ExitStatus.allCases.reduce(into: "") { text, status in
          // Put together here: to join them takes the runtime longer than all else before a check begins.
          text +=
            "\(text.isEmpty ? "" : "\n")  \(status.rawValue)\(status.rawValue < 10 ? " " : "")   \(status.meaning)"
        },
    subcommands: [
      CheckCommand.self, ReportCommand.self, TestCommand.self, LintCommand.self, RulesCommand.self, ExplainCommand.self,
      InspectCommand.self, DiffCommand.self, VerifyReceiptCommand.self, WaiveCommand.self, InitCommand.self,
      PluginCommand.self, PackCommand.self, LedgerCommand.self, ReplCommand.self, CompletionCommand.self,
      ManualCommand.self,
    ])

  // Not the library's, which would add an option of this name to every command: one has a '--version' of its own.
  @Flag("version", "Print the version.") var showsVersion = false

  static func main() {
    StandardStreams.reserve()
    // Told apart before anything else is done: each run with checkers starts the program once more.
    if CommandLine.argc == 2, CommandLine.arguments[1] == CheckerWorker.argument { end(CheckerWorker.run()) }
    end(runGiven().rawValue)
  }

  /// Runs the command of the command line. What is not UTF-8 would be the name of another file in a string.
  private static func runGiven() -> ExitStatus {
    for position in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = CommandLine.unsafeArgv[position], String(validatingCString: word) == nil else { continue }
      let error = UsageError("argument \(position) is not UTF-8: '\(String(cString: word))'; rename the file")
      return report(error, CommandWords([]))
    }
    return run(Array(CommandLine.arguments.dropFirst()))
  }

  private static func run(_ words: [String]) -> ExitStatus {
    var line = CommandWords(words)
    do {
      guard try line.descend() else { return try answer(line) }
      try line.checkValues()
      if line.type == CheckCommand.self, let command = GivenWords.command(CheckCommand.self, line.rest) {
        Output.follow(command.color)
        return try command.execute()
      }
      let command: any ParsableCommand
      do { command = try line.type.parseAsRoot(line.rest) } catch { return try line.refuse(error) }
      // Anything else is the library's, which has found '--help'.
      guard let command = command as? any Command else { return try help(for: line) }
      if let command = command as? any ColoredCommand { Output.follow(command.color) }
      return try command.execute()
    } catch {
      return report(error, line)
    }
  }

  /// Runs what is no command of ours: help of a group of commands, and what the scripts of shells ask for.
  private static func answer(_ line: CommandWords) throws -> ExitStatus {
    if line.type != Self.self { return try help(for: line) }
    if line.rest.first == "--version" {
      try Output.write("bundlepolicy \(version)\n".utf8, to: Output.standardOutput)
      return .passed
    }
    if let first = line.rest.first, ["help", "--help", "-h"].contains(first) {
      var line = CommandWords(Array(line.rest.dropFirst()))
      try line.descendByName()
      return try help(for: line)
    }
    do {
      var command = try parseAsRoot(line.rest)
      try command.run()
      return .passed
    } catch {
      return try line.refuse(error)
    }
  }

  private static func help(for line: CommandWords) throws -> ExitStatus {
    let help = HelpText(line.type, name: line.name, width: Output.helpWidth)
    try Output.write(help.text.utf8, to: Output.standardOutput)
    return .passed
  }

  /// One clear message on standard error, whatever went wrong.
  private static func report(_ error: any Error, _ line: CommandWords) -> ExitStatus {
    switch error {
    case let error as UsageError:
      Output.printError("bundlepolicy: \(TerminalText.escape(error.message)) (see '\(line.name) --help')")
      return .usage
    case let error as EngineError:
      Output.printError(error, details: [.trace, .fix])
    case let error as BundleError: Output.printError(TerminalText.escape(error.description))
    case let error as PlugInError: return report(EngineError(error), line)
    case let error as LedgerError: return report(EngineError(error), line)
    case let error as PackError: return report(EngineError(error), line)
    case let error as PropertyListError: Output.printError(TerminalText.escape(error.description))
    case let error as Refusal: Output.printError(TerminalText.escape(error.message))
    case let error as StorageError: Output.printError(TerminalText.escape("error: " + error.description))
    case let error as Output.Failure:
      Output.printError(TerminalText.escape("\(error.path): error: cannot be written: \(error.reason)"))
    default: Output.printError("error: \(TerminalText.escape(String(describing: error)))")
    }
    return .incomplete
  }
}

/// `exit`, whose name the library gives to a function of commands.
private func end(_ status: Int32) -> Never { exit(status) }
