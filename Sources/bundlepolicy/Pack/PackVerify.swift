import ArgumentParser
import CheckerPlugIns
import PolicyPacks

struct PackVerify: Command {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Verify that manifest, lock and cache agree",
    discussion: """
      Examples:
        bundlepolicy pack verify
        bundlepolicy pack verify --remote
      """)

  @Flag("remote", "also check that each ref still names the locked commit") var asksRemote = false

  @OptionGroup var git: GitOptions

  func execute() throws -> ExitStatus {
    let project = try PackCommand.project()
    let fetcher = try git.fetcher()
    let cache = try PackCache.standard()
    var status = ExitStatus.passed
    func fail(_ error: PackError, _ failure: ExitStatus) {
      Output.printError(error)
      if failure.rawValue > status.rawValue { status = failure }
    }
    let drift = project.drift()
    for error in drift { fail(error, .incomplete) }
    if drift.isEmpty {
      do throws(PackError) {
        try PackLocking(project, fetcher).check()
      } catch {
        fail(error, .incomplete)
      }
    }
    var lines: [String] = []
    for (name, request) in project.manifest.packs.sorted(by: { $0.key < $1.key }) {
      do throws(PackError) {
        guard let locked = try? project.locked(name) else { continue }
        _ = try project.resolve(name, cache)
        let checkers = try fetcher.checkers(name, locked)
        for (path, digest) in locked.checkers.sorted(by: { $0.key < $1.key }) where checkers[path] != digest {
          throw PackError(
            .drift, "pack '\(name)': the checker \(path) differs from the lock file", file: project.lockFile,
            hint:
              "find out who changed the lock file; after a review, run 'bundlepolicy pack update \(name) --with-checkers'"
          )
        }
        if asksRemote {
          let head = try fetcher.current(request, locked, root: project.root)
          if head.revision != locked.revision {
            fail(
              PackError(
                locked.kind.isFixed ? .moved : .drift,
                "pack '\(name)': \(Self.moved(locked.kind)): it names \(head.revision), but \(locked.revision) is locked",
                hint: "review what changed, then run 'bundlepolicy pack update \(name)'"), .violations)
            continue
          }
        }
        lines.append("  ok        \(name): \(locked.phrase)")
      } catch {
        fail(error, .incomplete)
      }
    }
    try Output.print(lines)
    return status
  }

  private static func moved(_ kind: LockedPack.Kind) -> String {
    switch kind {
    case .branch: "the branch has moved on"
    case .archive: "the archive was replaced"
    case .tag: "the tag was moved"
    case .commit, .digest: "the source has another version"
    }
  }
}
