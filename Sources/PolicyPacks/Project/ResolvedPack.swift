package import CheckerPlugIns

/// A verified pack under the name the project gives it: `include = { "acme", "acme.ios" }` reads the pack's `policy.lua` and `ios.lua`.
package struct ResolvedPack: Hashable, Sendable {
  /// The prefix of file names in locked packs in messages and reports. No other file name has it.
  package static let mark = "pack:"

  package let name: String
  /// The pack's top-level folder in messages: `pack:acme@v3`, or the folder's path.
  package let displayRoot: String
  /// The folder that contains its files: in the cache, or the folder that is used in place.
  package let folder: String
  /// The verified Lua files by path; nil for a folder that is used in place.
  package let sources: [String: [UInt8]]?
  /// The lock; nil for a folder.
  package let locked: LockedPack?

  /// Whether a file belongs to a locked pack, which is tested and fixed elsewhere.
  package static func carries(_ file: String) -> Bool { file.hasPrefix(mark) }
}

extension PackProject {
  /// Returns a pack, verified against lock and digest, without running programs or using the network.
  ///
  /// Throws if manifest and lock disagree about it, or if it is missing from the cache or altered.
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
  package var shortRevision: String {
    String((revision.hasPrefix("sha256:") ? revision.dropFirst(7) : revision[...]).prefix(12))
  }

  /// The version for messages: the tag or branch, else the short revision.
  package var version: String {
    guard let ref, kind == .tag || kind == .branch else { return shortRevision }
    for beginning in ["refs/tags/", "refs/heads/"] where ref.hasPrefix(beginning) {
      return String(ref.dropFirst(beginning.utf8.count))
    }
    return ref
  }
}
