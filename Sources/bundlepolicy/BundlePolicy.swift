import ArgumentParser
import Basics
import Bundles
import CheckerPlugIns
import PolicyPacks
import Presentation
import PropertyLists
import ReleaseLedger
import Reports
import Scaffolding

/// The program: runs the command that the command line names, and turns an error into one message and an exit status.
@main struct BundlePolicy: CommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "bundlepolicy", abstract: "Checks Apple app bundles against policies you write in Lua.",
    discussion: """
      Examples:
        bundlepolicy check App.app
        bundlepolicy check --policy org.lua App.app

      EXIT STATUS

      """
        + ExitStatus.allCases.map { status in
          "  \(status.rawValue)\(status.rawValue < 10 ? " " : "")   \(status.meaning)"
        }.joined(separator: "\n"),
    version: Tool.nameAndVersion,
    subcommands: [
      CheckCommand.self, ReportCommand.self, TestCommand.self, LintCommand.self, RulesCommand.self, ExplainCommand.self,
      InspectCommand.self, DiffCommand.self, VerifyReceiptCommand.self, WaiveCommand.self, InitCommand.self,
      PluginCommand.self, PackCommand.self, LedgerCommand.self, ReplCommand.self, LanguageServerCommand.self,
      CompletionCommand.self, ManualCommand.self,
    ])

  static func main() {
    StandardStreams.reserve()
    // Before anything else, because each run with checkers starts the program once more.
    if CommandLine.argc == 2, CommandLine.arguments[1] == CheckerWorker.argument { end(CheckerWorker.run()) }
    end(runGiven().rawValue)
  }

  /// Runs the command of the command line. In a string, words that are not UTF-8 would name other files.
  private static func runGiven() -> ExitStatus {
    for position in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = CommandLine.unsafeArgv[position], String(validatingCString: word) == nil else { continue }
      let message = "argument \(position) is not UTF-8: '\(String(cString: word))'; rename the file"
      return report(ValidationError(message), self)
    }
    return run(Array(CommandLine.arguments.dropFirst()))
  }

  private static func run(_ words: [String]) -> ExitStatus {
    var parsed: any ParsableCommand
    do { parsed = try parse(separated(words)) } catch { return answer(error, words) }
    do {
      guard let command = parsed as? any Command else {
        // The library's 'help', or a group of commands.
        if let message = unknownCommand(words) { throw ValidationError(message) }
        do { try parsed.run() } catch { if isAnswer(error) { return answer(error, words) } else { throw error } }
        return .passed
      }
      Output.follow(command.color)
      return try command.execute()
    } catch {
      return report(error, type(of: parsed))
    }
  }

  /// The command that the words begin with parses the rest. The library would first describe its options to find it, and the
  /// configurations of all commands. Help and errors come from the whole program.
  private static func parse(_ words: [String]) throws -> any ParsableCommand {
    var (command, rest): (any ParsableCommand.Type, ArraySlice<String>) = (Self.self, words[...])
    while let name = rest.first,
      let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == name })
    {
      command = next
      rest.removeFirst()
    }
    if command.configuration.subcommands.isEmpty, let parsed = try? command.parseAsRoot(Array(rest)),
      type(of: parsed) == command
    {
      return parsed
    }
    return try parseAsRoot(words)
  }

  /// `--name=` as two words, the second empty: the library would take the next word for the value.
  private static func separated(_ words: [String]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words[..<end].flatMap { word in
      word.hasPrefix("--") && word.hasSuffix("=") && !word.dropLast().contains("=")
        ? [String(word.dropLast()), ""] : [word]
    } + words[end...]
  }

  private static func answer(_ error: any Error, _ words: [String]) -> ExitStatus {
    if isAnswer(error) {
      let text = message(for: error)
      do { try Output.write((text + "\n").utf8, to: Output.standardOutput) } catch { return report(error, self) }
      return .passed
    }
    if let message = unknownCommand(words) { return report(ValidationError(message), self) }
    let text = words.reduce(fullMessage(for: error)) { $0.replacing($1, with: TerminalText.escape($1)) }
    for line in text.split(separator: "\n") { Output.printError(String(line)) }
    return .usage
  }

  /// Whether an error is an answer, such as help.
  private static func isAnswer(_ error: any Error) -> Bool {
    // The library formats help for the status, too, and accepts any width.
    setenv("COLUMNS", "\(Output.helpWidth)", 1)
    return exitCode(for: error).isSuccess
  }

  /// A message for words that name no command, which the library only calls unexpected. Nil if they do.
  static func unknownCommand(_ words: [String]) -> String? {
    var group: any ParsableCommand.Type = Self.self
    for word in words.first == "help" ? words.dropFirst() : words[...] {
      let commands = group.configuration.subcommands
      if commands.isEmpty || word.hasPrefix("-") { return nil }
      if let command = commands.first(where: { $0.configuration.commandName == word }) {
        group = command
        continue
      }
      let names = group.subcommandNames
      if group != Self.self {
        let name = group.configuration.commandName ?? ""
        return "'\(name)' has no subcommand '\(word)'" + SpellingCorrector.suggestion(for: word, among: names)
      }
      // Most likely a bundle: no command has a slash or a period in its name.
      let isPath =
        SpellingCorrector.nearest(to: word, among: names) == nil
        && (word.contains("/") || word.dropFirst().contains("."))
      return "unknown command '\(word)'"
        + (isPath
          ? "; to check a bundle, write 'bundlepolicy check \(word)'"
          : SpellingCorrector.suggestion(for: word, among: names))
    }
    return nil
  }

  private static func name(of command: any ParsableCommand.Type, in group: any ParsableCommand.Type = Self.self)
    -> String?
  {
    let name = group.configuration.commandName ?? ""
    if command == group { return name }
    return group.configuration.subcommands.lazy.compactMap { Self.name(of: command, in: $0) }.first.map {
      "\(name) \($0)"
    }
  }

  private static func report(_ error: any Error, _ command: any ParsableCommand.Type) -> ExitStatus {
    switch error {
    case let error as ValidationError:
      Output.printError("Error: \(TerminalText.escape(error.message))")
      Output.printError("  See '\(name(of: command) ?? "bundlepolicy") --help' for more information.")
      return .usage
    case let error as EngineError:
      Output.printError(error, details: [.trace, .fix])
    case let error as BundleError: Output.printError(TerminalText.escape(error.description))
    case let error as PlugInError: return report(EngineError(error), command)
    case let error as LedgerError: return report(EngineError(error), command)
    case let error as PackError: return report(EngineError(error), command)
    case let error as ScaffoldError: return report(EngineError(error), command)
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
