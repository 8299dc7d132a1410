package import CheckerPlugIns

/// A requirement of one pack on another: a range of versions in the pack's own `bundlepolicy.yml`. It only constrains versions; where
/// packs come from is up to the project's manifest.
package struct PackNeed: Hashable, Sendable {
  package let pack: String
  package let needed: String
  package let range: VersionRange

  static func conflict(_ first: String, _ needs: [PackNeed]) -> PackError {
    let name = needs.first?.needed ?? ""
    let all = [first] + needs.map { "pack '\($0.pack)' needs '\($0.range.text)'" }
    return PackError(
      .conflict, "no version of pack '\(name)' satisfies every requirement: \(all.joined(separator: ", "))",
      hint: "choose other versions of these packs, or of '\(name)', in the manifest")
  }
}

package struct PackNeeds: Sendable {
  private var all: [String: [String: PackRequest]] = [:]

  package init() {}

  package mutating func set(_ name: String, _ requests: [String: PackRequest]) { all[name] = requests }

  package mutating func remove(_ name: String) { all[name] = nil }

  /// Returns the requirements of other packs on a pack, sorted. Requirements without a range or with another source are ignored: the
  /// project decides.
  package func of(_ name: String, from source: PackSource) -> [PackNeed] {
    all.sorted { $0.key < $1.key }.compactMap { pack, requests in
      guard pack != name, let request = requests[name], request.source == source, let range = request.range else {
        return nil
      }
      return PackNeed(pack: pack, needed: name, range: range)
    }
  }

  /// Describes requirements of a pack that the project does not meet: missing packs, and packs from another source.
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

  package func check(_ name: String, _ request: PackRequest, _ locked: LockedPack) throws(PackError) {
    guard let tag = locked.kind == .tag ? locked.ref.flatMap(VersionTag.init(_:)) : nil else {
      // A branch, a commit or a folder is the project's explicit choice and overrides requirements.
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
