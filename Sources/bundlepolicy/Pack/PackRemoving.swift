import ArgumentParser
import PolicyPacks

/// `bundlepolicy pack remove`.
struct PackRemove: Command {
  static let configuration = CommandConfiguration(commandName: "remove", abstract: "Use a pack no more")

  @Argument("the pack", value: "NAME") var name: String

  func execute() throws -> ExitStatus {
    let written = try PackCommand.change(try PackCommand.project().root) { project in
      let asked = project.manifest.packs.removeValue(forKey: name) != nil
      let locked = project.lock?.packs.removeValue(forKey: name) != nil
      if !asked, !locked {
        throw PackError(.unknown, "there is no pack '\(name)'", file: project.manifestFile)
      }
    }
    try PackCommand.say(["  removed   \(name)"] + written)
    return .passed
  }
}
