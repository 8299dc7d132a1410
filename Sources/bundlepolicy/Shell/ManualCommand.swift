import ArgumentParser
import Basics

/// `bundlepolicy man`.
struct ManualCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "man", abstract: "Print manual pages, or write all of them",
    discussion: """
      Without a COMMAND it is the page of the program. To read one: bundlepolicy man check | man -l -
      """)

  @Argument(
    "the command", value: "COMMAND", completion: .list(BundlePolicy.configuration.subcommands.map { $0._commandName }))
  var command: String?

  @Option(
    "output", "write every page there, as bundlepolicy.1, bundlepolicy-check.1, …", value: "DIR", completion: .directory
  )
  var folder: String?

  func validate() throws {
    if folder != nil, let command { throw ValidationError("--output writes all pages; leave '\(command)' out") }
  }

  func execute() throws -> ExitStatus {
    let pages = ManualPage.all()
    if let folder {
      for page in pages { try Output.write(Array(page.text.utf8), toFile: "\(folder)/\(page.name).1") }
      return .passed
    }
    let name = command.map { "bundlepolicy-\($0)" } ?? "bundlepolicy"
    guard let page = pages.first(where: { $0.name == name }) else {
      throw CommandWords.unknown(command ?? "", among: BundlePolicy.configuration.subcommands)
    }
    try Output.write(page.text.utf8, to: Output.standardOutput)
    return .passed
  }
}
