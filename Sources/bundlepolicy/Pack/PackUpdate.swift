import ArgumentParser
import Basics
import CheckerPlugIns
import PolicyPacks

struct PackUpdate: Command {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Lock the packs to what their refs name now, and show what changed",
    discussion: """
      Examples:
        bundlepolicy pack update
        bundlepolicy pack update acme
      """)

  @Argument("the packs to update (default: all)", value: "NAME") var named: [String] = []

  @Flag("with-checkers", "also lock the packs' native checkers; review them first") var areCheckersReviewed = false

  @Flag("allow-moved-tag", "accept a tag that was moved to another commit") var allowsMovedTag = false

  @OptionGroup var git: GitOptions

  func execute() throws -> ExitStatus {
    let project = try PackCommand.project()
    for name in named where project.manifest.packs[name] == nil {
      throw PackError(.unknown, "there is no pack '\(name)'", file: project.manifestFile)
    }
    let fetcher = try git.fetcher()
    var lock = project.lock ?? PolicyLock()
    var lines: [String] = []
    var status = ExitStatus.passed
    if named.isEmpty {
      for name in lock.packs.keys.sorted() where project.manifest.packs[name] == nil {
        lock.packs[name] = nil
        lines.append("  dropped   \(name), which is not in the manifest")
      }
    }
    // One that can't be had keeps what it is locked to, and the others go on.
    for name in (named.isEmpty ? project.manifest.packs.keys.sorted() : named) {
      guard let request = project.manifest.packs[name] else { continue }
      if case .path(let path) = request.source {
        lock.packs[name] = nil
        lines.append("  kept      \(name): the folder \(path), not locked")
        continue
      }
      do throws(PackError) {
        let (locked, remarks) = try update(name, request, lock.packs[name], fetcher, root: project.root)
        lock.packs[name] = locked
        lines += remarks
      } catch {
        Output.printError(error)
        status = .incomplete
      }
    }
    let written = try PackCommand.change(project.root) { now in
      guard now.lock != nil || !lock.packs.isEmpty else { return }
      // Others may have changed the files meanwhile: each pack is changed alone, and only if it is still what was looked up.
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
    try Output.print(lines + written)
    return status
  }

  private func update(
    _ name: String, _ request: PackRequest, _ old: LockedPack?, _ fetcher: PackFetcher, root: String
  ) throws(PackError) -> (LockedPack, [String]) {
    let head = try fetcher.head(request)
    try check(name, request, old, head.kind, head.commit)
    var locked = try fetcher.get(name, request, head, root: root)
    // It may have moved since it was asked about.
    try check(name, request, old, head.kind, locked.commit)
    let remarks = try PackCommand.accept(
      &locked, name, before: old?.checkers ?? [:], areCheckersReviewed: areCheckersReviewed, fetcher)
    return (locked, [Self.line(name, old, locked)] + remarks)
  }

  private static func line(_ name: String, _ old: LockedPack?, _ new: LockedPack) -> String {
    guard let old else { return "  locked    \(name): \(new.phrase)" }
    if old.commit != new.commit { return "  updated   \(name): \(old.commit.prefix(12)) → \(new.phrase)" }
    if old.digest != new.digest { return "  updated   \(name): another folder of the same commit, \(new.phrase)" }
    return "  same      \(name): \(new.phrase)"
  }

  /// A tag is a promise that it stays. One that the manifest now names instead of another has not moved.
  private func check(
    _ name: String, _ request: PackRequest, _ old: LockedPack?, _ kind: LockedPack.Kind, _ commit: String
  ) throws(PackError) {
    guard let old, old.kind == .tag || kind == .tag, old.ref == request.ref, old.source == request.source.text,
      old.commit != commit,
      !allowsMovedTag
    else { return }
    throw PackError(
      .moved, "pack '\(name)': the tag '\(old.version)' was moved from \(old.commit) to \(commit)",
      hint:
        "ask the repository's maintainers; if the move is intended, run 'bundlepolicy pack update \(name) --allow-moved-tag'"
    )
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
        let isNew = try fetcher.fill(name, request, locked, root: project.root)
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
