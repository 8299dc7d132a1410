import Reports
import ArgumentParser
import CheckerPlugIns
import PolicyPacks
import Presentation

struct PluginCommand: CommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Create, inspect, try and lock checkers written in Swift or C",
    discussion: """
      Examples:
        bundlepolicy plugin new IconChecker
        bundlepolicy plugin test IconChecker.checker App.app

      A rule uses a checker by its identifier: rule "icons" { summary = "…", checker = "com.example.icons", with = { … \
      } }.
      """,
    subcommands: [
      PluginNew.self, PluginList.self, PluginInspect.self, PluginTest.self, PluginLock.self, PluginHeader.self,
    ])
}

struct PluginLock: Command {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Write the SHA-256 digests of a repository's Plugins/*.checker to bundlepolicy.lock",
    discussion: """
      Examples:
        bundlepolicy plugin lock
        bundlepolicy plugin lock --check policies
      """)

  @Argument(
    "the repository with the policies (default: the working directory)", value: "REPOSITORY", completion: .directory)
  var repository: String?

  @Flag("check", "check that the file is up to date, without writing it") var isCheck = false

  func execute() throws -> ExitStatus {
    var root = repository ?? "."
    while root.count > 1, root.hasSuffix("/") { root.removeLast() }
    let file = root == "." ? PolicyLock.fileName : "\(root)/\(PolicyLock.fileName)"
    // 'pack' also writes this file.
    let turn = isCheck ? nil : try ProjectLock(root)
    defer { withExtendedLifetime(turn) {} }
    let text = try PolicyLock.lockingCheckers(of: root).text
    if isCheck {
      let present = try InputFile.existing(file, what: "the lock file", isFound: true)
      if present.map({ $0 == Array(text.utf8) }) ?? false { return .passed }
      let what = present == nil ? "does not exist" : "does not match the checkers"
      Output.printError(TerminalText.escape("\(file): error: \(what)"))
      Output.printError(
        TerminalText.escape("    fix       review the checkers, then run 'bundlepolicy plugin lock \(root)'"))
      return .violations
    }
    try Output.write(Array(text.utf8), toFile: file, isFound: true)
    try Output.print(["  wrote  \(file)"])
    return .passed
  }
}
