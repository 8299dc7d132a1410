import ArgumentParser
import PolicyLock
import PolicyPacks

/// `bundlepolicy pack fetch`.
struct PackFetch: Command {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Fill the cache with what is locked, and change nothing: for CI")

  @OptionGroup var git: GitOptions

  func execute() throws -> ExitStatus {
    let project = try PackCommand.project()
    let fetcher = try git.fetcher()
    var status = ExitStatus.passed
    var lines: [String] = []
    for (name, request) in project.manifest.packs.sorted(by: { $0.key < $1.key }) {
      do throws(PackError) {
        guard let locked = try project.locked(name) else {
          lines.append("  present   \(name): a folder")
          continue
        }
        let isNew = try fetcher.fill(name, request, locked, root: project.root)
        lines.append("  \(isNew ? "fetched" : "present")   \(name): \(locked.phrase)")
      } catch {
        PackCommand.complain(error)
        status = .incomplete
      }
    }
    try PackCommand.say(lines)
    return status
  }
}
