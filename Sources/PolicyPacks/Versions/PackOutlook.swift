package import CheckerPlugIns

/// What is newer than the version that a pack is locked to.
package struct PackOutlook: Sendable {
  /// What `pack update` would lock in its place: the tag, or the commit of a branch; nil when that is what is locked.
  package var update: String?
  /// The newest release, if `pack update` would not get it, and it is newer.
  package var beyond: String?
  /// Why newer versions cannot be told from older ones; nil when they can.
  package var unknown: String?
}

extension PackFetcher {
  /// Asks where a pack comes from. `needs` are what other packs need of it.
  package func outlook(
    _ request: PackRequest, _ locked: LockedPack, root: String, needs: [PackNeed]
  ) throws(PackError) -> PackOutlook {
    var outlook = PackOutlook()
    switch request.source {
    case .path, .archive:
      outlook.unknown = "\(request.source.words) has no versions"
      return outlook
    case .git, .registry, .layout: break
    }
    let tags = try versions(request, root: root)
    let own = locked.kind == .tag ? locked.ref.flatMap(VersionTag.init(_:)) : nil
    if request.range != nil {
      let best = try choice(request, root: root, needs: needs)
      if best.name != locked.ref { outlook.update = best.name }
    } else if locked.kind == .branch {
      let head = try head(request, root: root)
      if head.revision != locked.revision { outlook.update = String(head.revision.prefix(12)) }
    }
    let newest = try tags.newest()
    if let own {
      if let newest, newest.isNewer(than: own), newest.name != outlook.update { outlook.beyond = newest.name }
    } else if locked.kind != .branch {
      outlook.unknown =
        "\(locked.version) is not a version" + (newest.map { "; the newest version is \($0.name)" } ?? "")
    }
    return outlook
  }
}
