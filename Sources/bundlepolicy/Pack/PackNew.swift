import ArgumentParser
import PolicyPacks
import Reports
import Scaffolding

struct PackNew: Command {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a pack: a policy with a rule, its test, a manifest, a README and a CI job",
    discussion: """
      Examples:
        bundlepolicy pack new house
        bundlepolicy pack new house --id com.example.house policies/house

      Writes the files into DIRECTORY (default: a new one with the pack's name). Existing files are never overwritten: \
      if one of them exists, nothing is written. 'bundlepolicy test' and 'bundlepolicy lint' pass right away.
      """)

  @Argument("the pack's name", value: "NAME") var name: String

  @Argument("where to create it (default: NAME)", value: "DIRECTORY", completion: .directory) var path: String?

  @Option(
    "id", "the policy's id (default: com.example.NAME)", value: "ID", transform: OptionValue.identifier)
  var id: String?

  func validate() throws {
    if let problem = PackName.problem(in: name) { throw ValidationError(problem) }
  }

  func execute() throws -> ExitStatus {
    let folder = path ?? name
    return try InitCommand.start(
      Scaffold.pack(name: name, id: id ?? "com.example.\(name)"),
      in: try ScaffoldDirectory(folder, creating: true), fix: "name another directory, or remove these files",
      next: [
        "", "Next:", "  cd \(InitCommand.quoted(folder))",
        "  bundlepolicy test            run the examples and tests",
        "  bundlepolicy lint            find mistakes",
        "Then adapt policy.lua, and publish a version as README.md says.",
      ])
  }
}
