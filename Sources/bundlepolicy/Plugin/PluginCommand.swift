import ArgumentParser
import CheckerPlugIns
import PolicyEngine
import PolicyPacks
import Reporting

struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Make checkers in Swift or C, look into them, try them, and lock a repository's",
    discussion: """
      A checker is used by a rule: rule "icons" { summary = "…", checker = "com.example.icons", with = { … } }.
      """,
    subcommands: [
      PluginNew.self, PluginList.self, PluginInspect.self, PluginTest.self, PluginLock.self, PluginHeader.self,
    ])
}

struct PluginLock: Command {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Write bundlepolicy.lock: a repository's Plugins/*.checker by their SHA-256")

  @Argument("where the policies are (default: the working directory)", value: "REPOSITORY", completion: .directory)
  var repository: String?

  @Flag("check", "write nothing, and tell whether the file is what it should be") var isCheck = false

  func execute() throws -> ExitStatus {
    var root = repository ?? "."
    while root.count > 1, root.hasSuffix("/") { root.removeLast() }
    let file = root == "." ? CheckerLock.fileName : "\(root)/\(CheckerLock.fileName)"
    // 'pack' writes the same file.
    let turn = isCheck ? nil : try ProjectLock(root)
    defer { withExtendedLifetime(turn) {} }
    let text = try CheckerLock.make(repository: root).text
    if isCheck {
      let present = try InputFile.existing(file, what: "the lock file", isFound: true)
      if present.map({ $0 == Array(text.utf8) }) ?? false { return .passed }
      let what = present == nil ? "is not there" : "is not what the checkers are"
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
