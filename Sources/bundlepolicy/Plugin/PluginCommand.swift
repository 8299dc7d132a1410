import ArgumentParser
import CheckerPlugIns
import PolicyEngine
import Reporting

/// `bundlepolicy plugin`.
struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Make checkers in Swift or C, look into them, try them, and lock a repository's",
    discussion: """
      A checker is used by a rule: rule "icons" { summary = "…", checker = "com.example.icons", with = { … } }.
      """,
    subcommands: [
      PluginNew.self, PluginList.self, PluginInspect.self, PluginTest.self, PluginLock.self, PluginHeader.self,
    ])

  static func say(_ lines: [String]) throws {
    try Output.write(lines.map { TerminalText.line($0) + "\n" }.joined().utf8, to: Output.standardOutput)
  }

  static func complain(_ error: PlugInError) {
    Output.complain(TerminalText.escape(DiagnosticLine.render(EngineError(error))))
    if let hint = error.hint { Output.complain("    fix       " + TerminalText.escape(hint)) }
  }
}
