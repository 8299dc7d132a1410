import Basics
import CheckerPlugIns
import PolicyPacks

/// Looks up the packs of a project and locks them in memory, without changing the project's files.
struct PackLocking {
  let project: PackProject
  let fetcher: PackFetcher
  var areCheckersReviewed = false
  var allowsMovedTag = false

  private(set) var lock: PolicyLock
  private(set) var isComplete = true
  private var needs = PackNeeds()
  private var remarks: [String: [String]] = [:]

  /// The maximum number of rounds in which packs are looked up again because others need other versions. Each round follows a chain by
  /// one pack.
  private static let rounds = 10

  init(_ project: PackProject, _ fetcher: PackFetcher) {
    self.project = project
    self.fetcher = fetcher
    lock = project.lock ?? PolicyLock()
    for (name, locked) in lock.packs {
      do throws(PackError) {
        needs.set(name, try fetcher.needs(name, locked))
      } catch {
        // A pack that is not in the cache is ignored; `pack verify` checks it once it is.
        if error.code == .missing { continue }
        remarks[name, default: []].append("  unknown   what pack '\(name)' needs: \(error.message)")
      }
    }
  }

  var lines: [String] { remarks.sorted { $0.key < $1.key }.flatMap(\.value) }

  func lines(of name: String) -> [String] { remarks[name] ?? [] }

  mutating func dropUnlisted() {
    for name in lock.packs.keys.sorted() where project.manifest.packs[name] == nil {
      lock.packs[name] = nil
      needs.remove(name)
      remarks[name] = ["  dropped   \(name), which is not in the manifest"]
    }
  }

  /// Locks packs to their current versions. A pack that cannot be fetched stays locked to its old version. Throws if versions conflict.
  mutating func update(_ names: [String]) throws(PackError) {
    for name in names { needs.remove(name) }
    var pending = names
    for _ in 0..<Self.rounds {
      for name in pending {
        do throws(PackError) {
          try lock(name)
        } catch {
          if error.code == .conflict { throw error }
          Output.printError(error)
          isComplete = false
          // The needs of the locked version.
          if let locked = lock.packs[name], let known = try? fetcher.needs(name, locked) { needs.set(name, known) }
        }
      }
      // Packs locked in this round may need other versions of packs with a range.
      pending = pending.isEmpty ? [] : names.filter { isOpen($0) }
      if pending.isEmpty { break }
    }
    try check()
  }

  /// Returns whether a pack with a range is locked to a version that other packs cannot use.
  private func isOpen(_ name: String) -> Bool {
    guard let request = project.manifest.packs[name], request.range != nil, let locked = lock.packs[name] else {
      return false
    }
    return (try? needs.check(name, request, locked)) == nil
  }

  mutating func lock(_ name: String) throws(PackError) {
    guard let request = project.manifest.packs[name] else { return }
    if case .path(let path) = request.source {
      lock.packs[name] = nil
      remarks[name] = ["  kept      \(name): the folder \(path), not locked"]
      return
    }
    let old = project.lock?.packs[name]
    let head = try fetcher.head(request, root: project.root, needs: needs.of(name, from: request.source))
    try checkFixed(name, request, old, head.kind, head.ref, head.revision)
    var locked = try fetcher.fetch(name, request, head, root: project.root)
    // The ref may have moved since the lookup.
    try checkFixed(name, request, old, head.kind, head.ref, locked.revision)
    let accepted = try PackCommand.accept(
      &locked, name, before: old?.checkers ?? [:], areCheckersReviewed: areCheckersReviewed, fetcher)
    needs.set(name, try fetcher.needs(name, locked))
    lock.packs[name] = locked
    remarks[name] = [Self.line(name, old, locked)] + accepted + needs.remarks(on: name, project.manifest)
  }

  /// Throws if a pack needs another version of a pack than the project uses.
  func check() throws(PackError) {
    for (name, locked) in lock.packs.sorted(by: { $0.key < $1.key }) {
      guard let request = project.manifest.packs[name] else { continue }
      try needs.check(name, request, locked)
    }
  }

  func needs(of name: String, from source: PackSource) -> [PackNeed] { needs.of(name, from: source) }

  private static func line(_ name: String, _ old: LockedPack?, _ new: LockedPack) -> String {
    guard let old else { return "  locked    \(name): \(new.phrase)" }
    if old.revision != new.revision { return "  updated   \(name): \(old.shortVersion) → \(new.phrase)" }
    if old.digest != new.digest { return "  updated   \(name): another folder of the same version, \(new.phrase)" }
    return "  same      \(name): \(new.phrase)"
  }

  /// Throws if a tag or an archive that must not change names another version. A ref that the manifest has replaced has not moved.
  private func checkFixed(
    _ name: String, _ request: PackRequest, _ old: LockedPack?, _ kind: LockedPack.Kind, _ ref: String?,
    _ revision: String
  ) throws(PackError) {
    guard let old, !allowsMovedTag, old.ref == ref, old.source == request.source.text, old.revision != revision,
      old.kind == .tag || kind == .tag || old.kind == .archive
    else { return }
    let command = "run 'bundlepolicy pack update \(name) --allow-moved-tag'"
    throw PackError(
      .moved,
      old.kind == .archive
        ? "pack '\(name)': the archive was replaced: it had the digest \(old.revision), and now has \(revision)"
        : "pack '\(name)': the tag '\(old.version)' was moved from \(old.revision) to \(revision)",
      hint: old.kind == .archive
        ? "ask its maintainers; if that is intended, \(command)"
        : "ask the repository's maintainers; if the move is intended, \(command)")
  }
}

extension LockedPack {
  /// The version, such as `v3 (tag) at 1a2b3c4d5e6f`.
  var phrase: String {
    let what =
      switch kind {
      case .tag, .branch: "\(ref == nil ? "HEAD" : version) (\(kind.rawValue)) at \(shortRevision)"
      case .commit: "at \(shortRevision)"
      case .digest, .archive: "\(kind.rawValue) \(shortRevision)"
      }
    return what + (range.map { " for '\($0)'" } ?? "") + (path.map { ", folder \($0)" } ?? "")
  }

  var revisionLine: String { "\(tree == nil ? "object   " : "commit   ") \(revision)" }

  /// A short version: the tag for a range, else the beginning of the commit, because tags and branches keep their names.
  var shortVersion: String { range == nil ? shortRevision : version }
}
