import ArgumentParser
import Basics
import Bundles
import PolicyConsole
import PolicyEngine
import Presentation

struct ReplCommand: Command, ProjectOptions {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Explore a bundle and try expressions and rules interactively",
    discussion: """
      Examples:
        bundlepolicy repl App.app
        echo 'info.CFBundleVersion' | bundlepolicy repl App.app

      Each line is a Lua expression, whose value is printed, or a statement. Lines run in the same sandbox as rules; \
      'bundle' and 'info' refer to BUNDLE. Lines that start with ':' are commands; ':help' lists them. Without \
      --policy, the policies of the project file or the nearest policy.lua are used if there are any. Policies that you edit are reloaded before the next \
      line runs.

      If standard input or output is not a terminal, there are no prompts, and the exit status is 2 if any line \
      failed.
      """)

  @Argument("the bundle to explore", value: "BUNDLE", completion: .file()) var bundle: String?

  @Option(.policy) var namedPolicies: [String] = []
  @Option(.project) var projectFile: String?
  @Flag(.noProject) var ignoresProject = false

  @Option("previous", "an earlier build to compare versions with", value: "OLD", completion: .file())
  var previous: [String] = []

  @OptionGroup var loading: LoadingOptions
  @Option(.asOf, transform: OptionValue.day) var asOf: CalendarDate?
  @OptionGroup var checkers: PlugInOptions

  @Flag("no-history", "do not read or write the history file") var keepsNoHistory = false

  @Option(.color) var color: ColorChoice?

  func execute() throws -> ExitStatus {
    let choice = try PolicyChoice(namedPolicies, self, loading)
    let policies = try PolicySearch.policies(named: choice.named)
    var options = PolicyProgram.Options(policies: policies, parameters: choice.parameters)
    let packs = try options.findPacks(isNamed: choice.isNamed, from: choice.folder)
    options.standardPolicies = try loading.standardPolicies()
    options.checkers = checkers.checkerArguments(namesPolicies: choice.isNamed).adding(policies, packs)
    let repl = try Repl(Repl.Settings(loading: options, previous: previous, asOf: asOf ?? .today()))
    if let bundle { try repl.open(bundle) }
    if TerminalLines.isPossible,
      let terminal = TerminalLines(
        keepsHistory: !keepsNoHistory, warn: { Output.printError(TerminalText.escape($0)) },
        complete: { [unowned repl] in repl.completions(of: $0) })
    {
      return repl.run(terminal, isInteractive: true)
    }
    return repl.run(PlainLines(), isInteractive: false)
  }
}
