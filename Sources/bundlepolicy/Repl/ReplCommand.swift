import ArgumentParser
import Bundles
import PolicyEngine

struct ReplCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Look into a bundle, and try expressions and rules, line by line",
    discussion: """
      Each line is an expression, whose value is shown, or a statement, in the same sandbox that rules run in; 'bundle' and 'info' \
      are those of the BUNDLE. Lines that begin with ':' are commands: ':help' lists them. Without --policy the nearest policy.lua \
      is used, if there is one. Edited policies are read again before the next line.

      When standard input or output is no terminal, lines are read and results written without prompts; the exit status is 2 when \
      any line failed.
      """)

  @Argument("the bundle to look into", value: "BUNDLE", completion: .file()) var bundle: String?

  @OptionGroup var policy: PolicyOptions

  @Option("previous", "an earlier build to compare versions with", value: "OLD", completion: .file())
  var previous: [String] = []

  @OptionGroup var loading: LoadingOptions
  @OptionGroup var day: DayOptions
  @OptionGroup var checkers: PlugInOptions

  @Flag("no-history", "neither read nor write the file of earlier lines") var keepsNoHistory = false

  func execute() throws -> ExitStatus {
    let policies = try policy.policies()
    let isNamed = !policy.named.isEmpty
    var options = PolicyProgram.Options(policies: policies)
    let packs = try options.findPacks(isNamed: isNamed)
    options.parameters = try loading.parameters()
    options.standardPolicies = try loading.standardPolicies()
    options.checkers = checkers.arguments(namesPolicies: isNamed).adding(policies, packs)
    let repl = try Repl(Repl.Settings(loading: options, previous: previous, asOf: day.day))
    if let bundle { try repl.open(bundle) }
    let terminal = TerminalLines.isPossible ? TerminalLines(repl, keepsHistory: !keepsNoHistory) : nil
    if let terminal { return repl.run(terminal, isInteractive: true) }
    return repl.run(PlainLines(), isInteractive: false)
  }
}
