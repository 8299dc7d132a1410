import Bundles
import PolicyEngine

/// `bundlepolicy repl`.
enum ReplCommand {
  static let command = Command(
    name: "repl", summary: "Look into a bundle, and try expressions and rules, line by line",
    options: [
      .policies,
      Option(name: "previous", value: "OLD", isRepeatable: true, help: "an earlier build to compare versions with"),
      Option(name: "param", value: "K=V", isRepeatable: true, help: "the value of a policy's parameter"),
      .parameterFiles,
      .standardPolicies,
      Option(name: "as-of", value: "DATE", help: "the day waivers are held against, YYYY-MM-DD (default: today)"),
      .plugIns, .withCheckers, .inProcess, .checkerTime, .checkerMemory,
      Option(name: "no-history", help: "neither read nor write the file of earlier lines"),
    ],
    operands: "[BUNDLE]",
    discussion: """
      Each line is an expression, whose value is shown, or a statement, in the same sandbox that rules run in; 'bundle' and 'info'
      are those of the BUNDLE. Lines that begin with ':' are commands: ':help' lists them. Without --policy the nearest policy.lua
      is used, if there is one. Edited policies are read again before the next line.

      When standard input or output is no terminal, lines are read and results written without prompts; the exit status is 2 when
      any line failed.
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if arguments.operands.count > 1 {
      throw UsageError(message: "name one bundle at most; ':load' opens another", command: "repl")
    }
    let policies = try arguments.ownPolicies()
    let packs = try arguments.packs(for: policies)
    let settings = Repl.Settings(
      policies: policies, previous: arguments.all("previous"),
      parameters: try arguments.parameters(of: "repl"), standardPolicies: try arguments.standardPolicies(),
      packs: packs.table, checkers: try arguments.checkers(of: "repl", policies: policies, packs),
      asOf: try arguments.asOf(of: "repl"))
    let repl = try Repl(settings)
    if let bundle = arguments.operands.first { try repl.open(bundle) }
    let terminal = TerminalLines.isPossible ? TerminalLines(repl, keepsHistory: !arguments.has("no-history")) : nil
    if let terminal { return repl.run(terminal, isInteractive: true) }
    return repl.run(PlainLines(), isInteractive: false)
  }
}
