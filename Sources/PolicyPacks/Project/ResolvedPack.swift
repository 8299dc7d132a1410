public import PolicyLock

/// A pack that can be used: where its files are, looked at.
public struct ResolvedPack: Hashable, Sendable {
  /// What its files are read from.
  public enum Place: Hashable, Sendable {
    /// The Lua files by their paths, which are what was locked; and the folder in the cache that has all files, for checkers.
    case locked(sources: [String: [UInt8]], folder: String)
    /// A folder, as it is.
    case folder(String)
  }

  /// What starts the names of files of packs that are locked, in messages and reports.
  public static let mark = "pack:"

  /// What the project calls it.
  public let name: String
  /// What its files are read from.
  public let place: Place
  /// How messages call its top folder: `pack:acme@v3`, or the folder's path.
  public let displayRoot: String
  /// What it is locked to; nil for a folder.
  public let locked: LockedPack?
}

extension PackProject {
  /// A pack, held against the lock and the digest: no program is run and no network asked.
  ///
  /// Throws when manifest and lock disagree about it, it is not in the cache, or not there what it must be.
  public func resolve(_ name: String, _ cache: PackCache) throws(PackError) -> ResolvedPack {
    guard let locked = try locked(name) else {
      guard case .path(let path)? = manifest.packs[name]?.source else {
        throw PackError(.unknown, "\(manifestFile) has no pack '\(name)'")
      }
      return ResolvedPack(name: name, place: .folder(shown(path)), displayRoot: shown(path), locked: nil)
    }
    let signers = try manifest.packs[name]?.signers(of: name, in: root)
    let entry = try cache.entry(of: locked, signers: signers, pack: name)
    return ResolvedPack(
      name: name, place: .locked(sources: entry.sources, folder: entry.folder),
      displayRoot: ResolvedPack.mark + name + "@" + locked.version, locked: locked)
  }
}

extension LockedPack {
  /// What people call the version: the tag or branch, else the beginning of the commit's id.
  public var version: String {
    guard let ref, kind != .commit else { return String(commit.prefix(12)) }
    for beginning in ["refs/tags/", "refs/heads/"] where ref.hasPrefix(beginning) {
      return String(ref.dropFirst(beginning.utf8.count))
    }
    return ref
  }
}
