/// The texts of `--help`, made from the commands themselves.
enum Help {
  static let summary = "bundlepolicy holds Apple bundles against policies written in Lua."

  static let overview = """
    \(summary)

    USAGE
      bundlepolicy check App.app
      bundlepolicy check --policy org.lua App.app

    COMMANDS

    """

  static func all(_ commands: [Command]) -> String {
    var text = overview
    let width = (commands.map(\.name.count).max() ?? 0) + 3
    for command in commands { text += "  " + padded(command.name, width) + command.summary + "\n" }
    return text + """

      'bundlepolicy COMMAND --help' tells more; 'bundlepolicy --version' prints the version.

      EXIT STATUS

      """ + ExitStatus.allCases.map { "  \(padded(String($0.rawValue), 5))\($0.meaning)\n" }.joined() + "\n"
  }

  static func of(_ command: Command) -> String {
    let usage = [command.name, command.options.isEmpty ? "" : "[OPTION]…", command.operands].filter { !$0.isEmpty }
    var text = "\(command.summary)\n\nUSAGE\n  bundlepolicy \(usage.joined(separator: " "))\n\n"
    if !command.discussion.isEmpty { text += command.discussion + "\n\n" }
    if command.options.isEmpty { return text }
    text += "OPTIONS\n"
    let names = command.options.map { "--" + $0.name + ($0.value.map { " " + $0 } ?? "") }
    let width = (names.map(\.count).max() ?? 0) + 3
    for (name, option) in zip(names, command.options) {
      text += "  " + padded(name, width) + option.help + (option.isRepeatable ? " (may be given again)" : "") + "\n"
    }
    return text
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
