package import CheckerPlugIns

/// What one pack needs of another: a range of versions, in a `bundlepolicy.json` of its own. The project's manifest alone says where packs
/// come from; this only says which of their versions go together.
package struct PackNeed: Hashable, Sendable {
  /// The pack that needs it.
  package let pack: String
  /// The pack that it needs.
  package let needed: String
  /// The versions that it can use.
  package let range: VersionRange

  /// Packs, or the project and packs, that need versions of one that don't go together. `first` is what the project asks for.
  static func conflict(_ first: String, _ needs: [PackNeed]) -> PackError {
    let name = needs.first?.needed ?? ""
    let all = [first] + needs.map { "pack '\($0.pack)' needs '\($0.range.text)'" }
    return PackError(
      .conflict, "no version of pack '\(name)' satisfies every requirement: \(all.joined(separator: ", "))",
      hint: "choose other versions of these packs, or of '\(name)', in the manifest")
  }
}

/// Which packs of a project need which, as the packs say that are locked.
package struct PackNeeds: Sendable {
  private var all: [String: [String: PackRequest]] = [:]

  package init() {}

  /// Remembers what one pack needs, in place of what it needed.
  package mutating func set(_ name: String, _ requests: [String: PackRequest]) { all[name] = requests }

  /// Forgets a pack.
  package mutating func remove(_ name: String) { all[name] = nil }

  /// What others need of a pack, sorted. Of a need that names no range, or another source, nothing is asked: the project decides.
  package func of(_ name: String, from source: PackSource) -> [PackNeed] {
    all.sorted { $0.key < $1.key }.compactMap { pack, requests in
      guard pack != name, let request = requests[name], request.source == source, let range = request.range else {
        return nil
      }
      return PackNeed(pack: pack, needed: name, range: range)
    }
  }

  /// What there is to say of a pack's needs: packs that the project does not have, or from elsewhere.
  package func remarks(on name: String, _ manifest: PackManifest) -> [String] {
    (all[name] ?? [:]).sorted { $0.key < $1.key }.compactMap { needed, request in
      let version = (request.range?.text ?? request.ref).map { " '\($0)'" } ?? ""
      guard let own = manifest.packs[needed] else {
        return "  needs     \(needed)\(version) from \(request.source.text), which the project does not have yet"
      }
      return own.source == request.source
        ? nil
        : "  differs   \(name) needs \(needed) from \(request.source.text), the project has it from \(own.source.text)"
    }
  }

  /// Throws when a pack's locked version is not one that all who need it can use.
  package func check(_ name: String, _ request: PackRequest, _ locked: LockedPack) throws(PackError) {
    guard let tag = locked.kind == .tag ? locked.ref.flatMap(VersionTag.init(_:)) : nil else {
      // A branch, a commit or a folder is the project's choice against whatever is needed.
      return
    }
    let unmet = of(name, from: request.source).filter { !$0.range.contains(tag.version) }
    if unmet.isEmpty { return }
    var error = PackNeed.conflict("the project uses \(tag.name)", unmet)
    if request.range != nil {
      error.hint = "update all of them together: run 'bundlepolicy pack update' without a name"
    }
    throw error
  }
}
