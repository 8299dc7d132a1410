import PolicyPacks

/// `bundlepolicy pack remove`.
enum PackRemoving {
  static func run(_ arguments: Arguments) throws -> ExitStatus {
    let operands = arguments.operands.dropFirst()
    guard let name = operands.first, operands.count == 1 else {
      throw PackCommand.usage("'pack remove' takes one NAME")
    }
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
