import ArgumentParser
import Basics
import CheckerPlugIns
import PolicyPacks

struct PackUpdate: Command {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Lock packs to the versions their refs point to now, and show what changed",
    discussion: """
      Examples:
        bundlepolicy pack update
        bundlepolicy pack update acme
        bundlepolicy pack update --preview builds/*.app
        bundlepolicy pack update --preview --ledger builds.db App.app

      A version range selects the highest tag in it, a branch its newest commit.

      With --preview, the project is not changed. The operands are bundles: they are checked with the locked packs and with the new \
      ones, and differences are reported as by 'diff --against'. A ledger is read, for rules \
      that compare with earlier builds, and never written. Exit status: 0 if nothing newly fails; 1 if a bundle newly \
      fails, or a rule newly fails on a bundle; 2 if a pack, a policy, a bundle or the ledger could not be read.
      """)

  @Argument(
    "the packs to update (default: all); with --preview, bundles to check with them", value: "NAME",
    completion: .file())
  var named: [String] = []

  @Flag("preview", "show what the update would change on bundles, without updating anything") var isPreview = false

  @Flag(
    "with-checkers",
    "also lock the packs' native checkers; review them first; with --preview, run those that are locked")
  var areCheckersReviewed = false

  @Flag("allow-moved-tag", "accept a tag that was moved, or an archive that was replaced") var allowsMovedTag = false

  @OptionGroup var git: GitOptions

  @OptionGroup var preview: PackPreviewOptions

  func validate() throws {
    if !isPreview, let option = preview.given { throw ValidationError("--\(option) needs --preview") }
  }

  func execute() throws -> ExitStatus {
    let project = try PackCommand.project()
    let named = isPreview ? preview.packs : self.named
    for name in named where project.manifest.packs[name] == nil {
      throw PackError(.unknown, "there is no pack '\(name)'", file: project.manifestFile)
    }
    var locking = PackLocking(project, try git.fetcher())
    // A preview may run locked checkers, but must not lock others.
    locking.areCheckersReviewed = areCheckersReviewed && !isPreview
    locking.allowsMovedTag = allowsMovedTag
    if named.isEmpty { locking.dropUnlisted() }
    try locking.update(named.isEmpty ? project.manifest.packs.keys.sorted() : named)
    if isPreview {
      return try PackPreview(options: preview, operands: self.named, runsCheckers: areCheckersReviewed).run(locking)
    }
    let lock = locking.lock
    let written = try PackCommand.change(project.root) { now in
      guard now.lock != nil || !lock.packs.isEmpty else { return }
      // Other processes may have changed the files: change a pack only if it is still in the state that was looked up.
      var result = now.lock ?? PolicyLock()
      for name in Set(lock.packs.keys).union((project.lock?.packs ?? [:]).keys) {
        let (before, after) = (project.lock?.packs[name], lock.packs[name])
        if before == after || result.packs[name] == after { continue }
        guard result.packs[name] == before, now.manifest.packs[name] == project.manifest.packs[name] else {
          throw PackError(
            .drift, "another process changed pack '\(name)' at the same time", file: now.lockFile,
            hint: "run 'bundlepolicy pack update' again")
        }
        result.packs[name] = after
      }
      now.lock = result
    }
    try Output.print(locking.lines + written)
    return locking.isComplete ? .passed : .incomplete
  }
}

struct PackFetch: Command {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Download the locked packs into the cache without changing the lock, as in CI",
    discussion: """
      Examples:
        bundlepolicy pack fetch
      """)

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
        let isNew = try fetcher.fetchLocked(name, request, locked, root: project.root)
        lines.append("  \(isNew ? "fetched" : "present")   \(name): \(locked.phrase)")
      } catch {
        Output.printError(error)
        status = .incomplete
      }
    }
    try Output.print(lines)
    return status
  }
}
