import PolicyLock
import PolicyPacks

/// `bundlepolicy pack fetch`.
enum PackFetching {
  static func run(_ arguments: Arguments) throws -> ExitStatus {
    if arguments.operands.count > 1 {
      throw PackCommand.usage("'pack fetch' takes no names: it fetches all that is locked")
    }
    let project = try PackCommand.project()
    let fetcher = try PackCommand.fetcher(arguments)
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
