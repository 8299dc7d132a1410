import ArgumentParser
import CheckerPlugIns
import Reports
import Scaffolding

struct PluginHeader: Command {
  static let configuration = CommandConfiguration(
    commandName: "header", abstract: "Print CheckerABI.h, the header for checkers in C, C++ or Rust",
    discussion: """
      Examples:
        bundlepolicy plugin header > CheckerABI.h
      """)

  func execute() throws -> ExitStatus {
    try Output.write(CheckerTemplate.header.utf8, to: Output.standardOutput)
    return .passed
  }
}

struct PluginNew: Command {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a SwiftPM package that builds NAME.checker",
    discussion: """
      Examples:
        bundlepolicy plugin new IconChecker
        bundlepolicy plugin new --id com.example.icons Checkers/IconChecker
      """)

  @Argument("the checker's name, such as IconChecker, or a path that ends in it", value: "NAME", completion: .directory)
  var path: String

  @Option(
    "id", "the identifier that rules use (default: com.example.NAME)", value: "ID", transform: OptionValue.identifier)
  var id: String?

  @Flag("update", "update the kit in an existing package") var updates = false

  func validate() throws {
    if updates, id != nil { throw ValidationError("--id cannot be combined with --update") }
  }

  func execute() throws -> ExitStatus {
    if updates {
      let lines = try Self.update(path)
      try Output.print(lines.isEmpty ? ["  the kit is up to date"] : lines)
      return .passed
    }
    let name = String(path.split(separator: "/").last ?? "")
    guard CheckerTemplate.isName(name) else {
      throw ValidationError(
        "'\(name)' is not a Swift type name, such as IconChecker: a capital letter, then letters and digits")
    }
    let id = id ?? "com.example.\(name.lowercased())"
    let files = CheckerTemplate.files(name: name, id: id, factory: PlugInIdentifier.random().description)
    let directory = try ScaffoldDirectory(path, creating: true, mark: CheckerTemplate.mark)
    for file in files where try directory.state(of: file) != .absent {
      throw ScaffoldError(
        path: directory.shown(file), message: "already exists; nothing was written",
        hint: "name another directory, or update the kit in this one with --update")
    }
    for file in files { try directory.write(file, replacing: false) }
    try Output.print(
      files.filter { !$0.isGenerated }.map { "  wrote  \(directory.shown($0))" } + [
        "  wrote  \(path)/Sources/CheckerKit and CheckerABI, the kit", "", "Next:",
        "  \(path)/make-checker                                   build it into \(path)/\(name).checker",
        "  bundlepolicy plugin test \(path)/\(name).checker App.app   run it on a bundle",
        "  bundlepolicy check --plugins \(path) --policy \(path)/policy.lua App.app",
      ])
    return .passed
  }

  private static func update(_ path: String) throws(ScaffoldError) -> [String] {
    let directory = try ScaffoldDirectory(path, creating: false, mark: CheckerTemplate.mark)
    var lines: [String] = []
    for file in CheckerTemplate.kit {
      switch try directory.state(of: file) {
      case .same: continue
      case .absent, .outdated:
        try directory.write(file, replacing: try directory.state(of: file) == .outdated)
        lines.append("  renewed  \(directory.shown(file))")
      case .foreign: lines.append("  kept     \(directory.shown(file))  (yours)")
      }
    }
    return lines
  }
}
