import CheckerPlugIns
import PolicyEngine
import Reporting

/// `bundlepolicy plugin`.
enum PluginCommand {
  static let command = Command(
    name: "plugin", summary: "Make checkers in Swift or C, look into them, try them, and lock a repository's",
    options: [
      .plugIns, .withCheckers,
      Option(
        name: "policy", value: "FILE", isRepeatable: true, help: "list: with the checkers of this policy's repository",
        completes: .policies),
      Option(
        name: "format", value: "FORMAT", help: "list, inspect: text (the default) or json",
        completes: .words { ["text", "json"] }),
      Option(
        name: "with", value: "K=V", isRepeatable: true, mayBeEmpty: true, help: "test: an option; of a list, a,b,c"),
      Option(name: "checker", value: "ID", help: "test: only this checker of those in the bundle"),
      .inProcess, .checkerTime, .checkerMemory,
      Option(name: "id", value: "ID", help: "new: what rules call it (default: com.example.NAME)"),
      Option(name: "check", help: "lock: write nothing, and tell whether the file is what it should be"),
      Option(name: "update", help: "new: renew the kit in a package that is there"),
    ],
    operands: "new|list|inspect|test|lock|header …",
    discussion: """
      new NAME                  a SwiftPM package in the directory NAME that builds into NAME.checker
      list                      the checkers in --plugins, BUNDLEPOLICY_PLUGINS and the repositories of --policy
      inspect CHECKER…          what a checker bundle registers, its digest, and what its checkers say of themselves
      test CHECKER BUNDLE…      run its checkers on bundles, without a policy
      lock [REPOSITORY]         write bundlepolicy.lock: a repository's Plugins/*.checker by their SHA-256
      header                    print CheckerABI.h, all that a checker in C, C++ or Rust needs

      A checker is used by a rule: rule "icons" { summary = "…", checker = "com.example.icons", with = { … } }.
      """,
    verbs: { table.verbs },
    run: run)

  private static let table = VerbTable(entries: [
    ("new", ["id", "update"], PluginScaffolding.run),
    (
      "list", ["plugins", "with-checkers", "policy", "format", "in-process-plugins", "checker-time", "checker-memory"],
      PluginInspection.list
    ),
    ("inspect", ["format", "in-process-plugins", "checker-time", "checker-memory"], PluginInspection.inspect),
    ("test", ["with", "checker", "in-process-plugins", "checker-time", "checker-memory"], PluginTrial.run),
    ("lock", ["check"], PluginLocking.run),
    ("header", [], PluginScaffolding.printHeader),
  ])

  private static func run(_ arguments: Arguments) throws -> ExitStatus { try table.run(arguments, of: command) }

  static func usage(_ message: String) -> UsageError { UsageError(message: message, command: "plugin") }

  static func say(_ lines: [String]) throws {
    try Output.write(lines.map { TerminalText.line($0) + "\n" }.joined().utf8, to: Output.standardOutput)
  }
}
