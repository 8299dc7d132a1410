import Basics
import CheckerPlugIns
import PolicyPacks

/// Looks up the packs of a project and locks them, in memory: the project's files stay as they are.
struct PackLocking {
  /// As the manifest is now.
  let project: PackProject
  let fetcher: PackFetcher
  var areCheckersReviewed = false
  var allowsMovedTag = false

  /// What the lock file would be.
  private(set) var lock: PolicyLock
  /// Whether each pack could be looked up.
  private(set) var isComplete = true
  private var needs = PackNeeds()
  private var remarks: [String: [String]] = [:]

  /// How often packs are looked up again because what others need of them changed. Each time is one more pack in a chain.
  private static let rounds = 10

  init(_ project: PackProject, _ fetcher: PackFetcher) {
    self.project = project
    self.fetcher = fetcher
    lock = project.lock ?? PolicyLock()
    for (name, locked) in lock.packs {
      do throws(PackError) {
        needs.set(name, try fetcher.needs(name, locked))
      } catch {
        // What is not in the cache says nothing; `pack verify` asks again when it is.
        if error.code == .missing { continue }
        remarks[name, default: []].append("  unknown   what pack '\(name)' needs: \(error.message)")
      }
    }
  }

  /// What is to be said, by the packs' names.
  var lines: [String] { remarks.sorted { $0.key < $1.key }.flatMap(\.value) }

  /// The same of one pack: what became of it first.
  func lines(of name: String) -> [String] { remarks[name] ?? [] }

  /// Drops packs that nobody asks for any more.
  mutating func dropUnlisted() {
    for name in lock.packs.keys.sorted() where project.manifest.packs[name] == nil {
      lock.packs[name] = nil
      needs.remove(name)
      remarks[name] = ["  dropped   \(name), which is not in the manifest"]
    }
  }

  /// Locks packs anew. One that can't be had keeps what it is locked to, and the others go on. Throws when versions don't go together.
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
          // What it needs as it is.
          if let locked = lock.packs[name], let known = try? fetcher.needs(name, locked) { needs.set(name, known) }
        }
      }
      // What was locked since may need other versions of those that a range leaves open.
      pending = pending.isEmpty ? [] : names.filter { isOpen($0) }
      if pending.isEmpty { break }
    }
    try check()
  }

  /// Whether a pack that has a range has a version by now that others can't use.
  private func isOpen(_ name: String) -> Bool {
    guard let request = project.manifest.packs[name], request.range != nil, let locked = lock.packs[name] else {
      return false
    }
    return (try? needs.check(name, request, locked)) == nil
  }

  /// Locks one pack.
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
    var locked = try fetcher.get(name, request, head, root: project.root)
    // It may have moved since it was asked about.
    try checkFixed(name, request, old, head.kind, head.ref, locked.revision)
    let accepted = try PackCommand.accept(
      &locked, name, before: old?.checkers ?? [:], areCheckersReviewed: areCheckersReviewed, fetcher)
    needs.set(name, try fetcher.needs(name, locked))
    lock.packs[name] = locked
    remarks[name] = [Self.line(name, old, locked)] + accepted + needs.remarks(on: name, project.manifest)
  }

  /// Throws when a pack needs a version of another that the project does not use.
  func check() throws(PackError) {
    for (name, locked) in lock.packs.sorted(by: { $0.key < $1.key }) {
      guard let request = project.manifest.packs[name] else { continue }
      try needs.check(name, request, locked)
    }
  }

  /// What other packs need of one.
  func needs(of name: String, from source: PackSource) -> [PackNeed] { needs.of(name, from: source) }

  /// What there is to say of what a pack was and is.
  private static func line(_ name: String, _ old: LockedPack?, _ new: LockedPack) -> String {
    guard let old else { return "  locked    \(name): \(new.phrase)" }
    if old.revision != new.revision { return "  updated   \(name): \(old.shortVersion) → \(new.phrase)" }
    if old.digest != new.digest { return "  updated   \(name): another folder of the same version, \(new.phrase)" }
    return "  same      \(name): \(new.phrase)"
  }

  /// A tag, and the address of an archive, is a promise that what it names stays. One that the manifest now names instead of another has not
  /// moved.
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
  /// The version in words: `v3 (tag) at 1a2b3c4d5e6f`.
  var phrase: String {
    let what =
      switch kind {
      case .tag, .branch: "\(ref == nil ? "HEAD" : version) (\(kind.rawValue)) at \(shortRevision)"
      case .commit: "at \(shortRevision)"
      case .digest, .archive: "\(kind.rawValue) \(shortRevision)"
      }
    return what + (range.map { " for '\($0)'" } ?? "") + (path.map { ", folder \($0)" } ?? "")
  }

  /// What identifies the version, with what that is.
  var revisionLine: String { "\(tree == nil ? "object   " : "commit   ") \(revision)" }

  /// The version in a word: a tag of a range, which goes up; else the beginning of the id, as a tag and a branch stay the same.
  var shortVersion: String { range == nil ? shortRevision : version }
}
