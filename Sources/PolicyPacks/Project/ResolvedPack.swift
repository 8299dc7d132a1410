package import CheckerPlugIns

/// Policies of another repository that a project uses by a name of its own, looked up and verified: `include = { "acme", "acme.ios" }`
/// reads the pack's `policy.lua` and `ios.lua`.
package struct ResolvedPack: Hashable, Sendable {
  /// What starts the names of files of packs that are locked to a version, in messages and reports. No other file is called so.
  package static let mark = "pack:"

  /// What the project calls it: the first part of its modules' names.
  package let name: String
  /// How messages call its top folder: `pack:acme@v3`, or the folder's path.
  package let displayRoot: String
  /// The folder of all its files: in the cache, or used as it is.
  package let folder: String
  /// The Lua files by their paths, which are what was locked; nil for a folder that is used as it is.
  package let sources: [String: [UInt8]]?
  /// What it is locked to; nil for a folder.
  package let locked: LockedPack?

  /// Whether a file is of a pack that is locked to a version: it is tested and mended elsewhere.
  package static func carries(_ file: String) -> Bool { file.hasPrefix(mark) }
}

extension PackProject {
  /// A pack, held against the lock and the digest: no program is run and no network asked.
  ///
  /// Throws when manifest and lock disagree about it, it is not in the cache, or not there what it must be.
  package func resolve(_ name: String, _ cache: PackCache) throws(PackError) -> ResolvedPack {
    guard let locked = try locked(name) else {
      guard case .path(let path)? = manifest.packs[name]?.source else {
        throw PackError(.unknown, "\(manifestFile) has no pack '\(name)'")
      }
      return ResolvedPack(name: name, displayRoot: shown(path), folder: shown(path), sources: nil, locked: nil)
    }
    let signers = try manifest.packs[name]?.signers(of: name, in: root)
    let entry = try cache.entry(of: locked, signers: signers, pack: name)
    return ResolvedPack(
      name: name, displayRoot: ResolvedPack.mark + name + "@" + locked.version, folder: entry.folder,
      sources: entry.sources, locked: locked)
  }
}

extension LockedPack {
  /// The first digits of what identifies it, as people write them.
  package var shortRevision: String {
    String((revision.hasPrefix("sha256:") ? revision.dropFirst(7) : revision[...]).prefix(12))
  }

  /// What people call the version: the tag or branch, else the beginning of the id.
  package var version: String {
    guard let ref, kind == .tag || kind == .branch else { return shortRevision }
    for beginning in ["refs/tags/", "refs/heads/"] where ref.hasPrefix(beginning) {
      return String(ref.dropFirst(beginning.utf8.count))
    }
    return ref
  }
}
