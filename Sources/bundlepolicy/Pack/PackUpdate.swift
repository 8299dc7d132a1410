import ArgumentParser
import Basics
import CheckerPlugIns
import PolicyPacks

struct PackUpdate: Command {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Lock what the refs name now, and tell what changed")

  @Argument("the packs to update (default: all)", value: "NAME") var named: [String] = []

  @Flag("with-checkers", "lock the packs' native checkers, which you have reviewed") var areCheckersReviewed = false

  @Flag("allow-moved-tag", "take a tag that is not where it was") var allowsMovedTag = false

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
        lines.append("  dropped   \(name), which nobody asks for")
      }
    }
    // One that can't be had keeps what it is locked to, and the others go on.
    for name in (named.isEmpty ? project.manifest.packs.keys.sorted() : named) {
      guard let request = project.manifest.packs[name] else { continue }
      if case .path(let path) = request.source {
        lock.packs[name] = nil
        lines.append("  kept      \(name): the folder \(path), used as it is")
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
            .drift, "pack '\(name)' was changed by another process meanwhile", file: now.lockFile,
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
      .moved, "pack '\(name)': the tag '\(old.version)' was moved: it was \(old.commit), and is \(commit)",
      hint:
        "ask those who keep the repository; if it is meant, run 'bundlepolicy pack update \(name) --allow-moved-tag'")
  }
}

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
        Output.printError(error)
        status = .incomplete
      }
    }
    try Output.print(lines)
    return status
  }
}
