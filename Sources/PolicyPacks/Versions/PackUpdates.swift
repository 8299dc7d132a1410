package import CheckerPlugIns

package struct PackUpdates: Sendable {
  /// The tag, or commit of a branch, that `pack update` would lock instead; nil if the pack is up to date.
  package var update: String?
  /// The newest release, if it is newer but out of the range of `pack update`.
  package var beyond: String?
  /// The reason why versions cannot be compared; nil if they can.
  package var unknown: String?
}

extension PackFetcher {
  package func updates(
    _ request: PackRequest, _ locked: LockedPack, root: String, needs: [PackNeed]
  ) throws(PackError) -> PackUpdates {
    var updates = PackUpdates()
    switch request.source {
    case .path, .archive:
      updates.unknown = "\(request.source.words) has no versions"
      return updates
    case .git, .registry, .layout: break
    }
    let tags = try versions(request, root: root)
    let own = locked.kind == .tag ? locked.ref.flatMap(VersionTag.init(_:)) : nil
    if request.range != nil {
      let best = try choice(request, root: root, needs: needs)
      if best.name != locked.ref { updates.update = best.name }
    } else if locked.kind == .branch {
      let head = try head(request, root: root)
      if head.revision != locked.revision { updates.update = String(head.revision.prefix(12)) }
    }
    let newest = try tags.newest()
    if let own {
      if let newest, newest.isNewer(than: own), newest.name != updates.update { updates.beyond = newest.name }
    } else if locked.kind != .branch {
      updates.unknown =
        "\(locked.version) is not a version" + (newest.map { "; the newest version is \($0.name)" } ?? "")
    }
    return updates
  }
}
