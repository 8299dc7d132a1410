import Basics

/// `bundlepolicy man`.
enum ManualCommand {
  static let command: Command = Command(
    name: "man", summary: "Print manual pages, or write all of them",
    options: [
      Option(name: "output", value: "DIR", help: "write every page there, as bundlepolicy.1, bundlepolicy-check.1, …")
    ],
    operands: "[COMMAND]",
    discussion: """
      Without a COMMAND it is the page of the program. To read one: bundlepolicy man check | man -l -
      """,
    verbs: { BundlePolicy.commands.map { Verb(name: $0.name, options: []) } },
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let commands = BundlePolicy.commands
    if let folder = arguments.first("output") {
      if !arguments.operands.isEmpty { throw usage("--output writes all pages; leave '\(arguments.operands[0])' out") }
      try Output.write(Array(ManualPage.overview(commands).utf8), toFile: "\(folder)/bundlepolicy.1")
      for command in commands {
        let page = ManualPage.page(of: command, among: commands)
        try Output.write(Array(page.utf8), toFile: "\(folder)/bundlepolicy-\(command.name).1")
      }
      return .passed
    }
    if arguments.operands.count > 1 { throw usage("one COMMAND is enough; '\(arguments.operands[1])' is a second one") }
    guard let name = arguments.operands.first else {
      try Output.write(ManualPage.overview(commands).utf8, to: Output.standardOutput)
      return .passed
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      let nearest =
        SpellingCorrector.suggestion(for: name, among: commands.map(\.name))
      throw usage("there is no command '\(name)'\(nearest)")
    }
    try Output.write(ManualPage.page(of: command, among: commands).utf8, to: Output.standardOutput)
    return .passed
  }

  private static func usage(_ message: String) -> UsageError { UsageError(message: message, command: "man") }
}
