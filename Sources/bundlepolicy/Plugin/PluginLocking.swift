import CheckerPlugIns
import PolicyEngine
import PolicyPacks
import Reporting

/// `bundlepolicy plugin lock`.
enum PluginLocking {
  static func run(_ arguments: Arguments) throws -> ExitStatus {
    let operands = arguments.operands.dropFirst()
    if operands.count > 1 { throw PluginCommand.usage("'plugin lock' takes one REPOSITORY") }
    var root = operands.first ?? "."
    while root.count > 1, root.hasSuffix("/") { root.removeLast() }
    let file = root == "." ? CheckerLock.fileName : "\(root)/\(CheckerLock.fileName)"
    // 'pack' writes the same file.
    let turn = arguments.has("check") ? nil : try ProjectLock(root)
    defer { withExtendedLifetime(turn) {} }
    let text = try CheckerLock.make(repository: root).text
    if arguments.has("check") {
      let present = try InputFile.existing(file, what: "the lock file", isFound: true)
      if present.map({ $0 == Array(text.utf8) }) ?? false { return .passed }
      let what = present == nil ? "is not there" : "is not what the checkers are"
      Output.complain(TerminalText.escape("\(file): error: \(what)"))
      Output.complain(
        TerminalText.escape("    fix       review the checkers, then run 'bundlepolicy plugin lock \(root)'"))
      return .violations
    }
    try Output.write(Array(text.utf8), toFile: file, isFound: true)
    try PluginCommand.say(["  wrote  \(file)"])
    return .passed
  }
}
