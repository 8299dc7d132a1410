import Basics

struct ArchiveBundle {
  let index: ArchiveIndex

  enum Failure: Error {
    case none(place: String, found: [String])
    /// `place` may be one of these bundles, if others are beside it.
    case several(place: String, found: [String])
    case unreadable(StorageError)
  }

  /// Returns the bundle's path: in an application archive, or any archive with a folder `Payload`, the only application in that folder;
  /// otherwise the only bundle at the top level, or in the only folder there. A bundle is recognized by its extension or by
  /// `Contents/Info.plist`, as in a search; without either, a folder with an Info.plist elsewhere is accepted.
  ///
  /// Throws if the archive may contain a second bundle, or if the name of a folder on the way collides with another on most Macs: what
  /// is not checked would be installed with the rest.
  func path(isApplicationArchive: Bool) throws(Failure) -> String {
    let found = try candidate(isApplicationArchive: isApplicationArchive)
    try refuseCollisions(on: found)
    let others = try bundles(besides: found)
    guard others.isEmpty else { throw .several(place: "besides \(found)", found: others) }
    return found
  }

  private func candidate(isApplicationArchive: Bool) throws(Failure) -> String {
    if isApplicationArchive || hasPayload("") { return try application("") }
    let top = try folders("")
    if let found = try bundle(among: top, of: "") { return found }
    // Archives often contain a folder with the bundle in it.
    guard top.count == 1, let wrapping = top.first else {
      let withInfo = top.filter { hasInfo($0) }
      guard withInfo.count <= 1 else { throw .several(place: here(""), found: withInfo) }
      if let only = withInfo.first { return only }
      throw .none(place: here(""), found: names(""))
    }
    if hasPayload(wrapping) { return try application(wrapping) }
    if let found = try bundle(among: try folders(wrapping), of: wrapping) { return BundlePath.join(wrapping, found) }
    if hasInfo(wrapping) { return wrapping }
    throw .none(place: here(wrapping), found: names(wrapping))
  }

  private func application(_ place: String) throws(Failure) -> String {
    let payload = BundlePath.join(place, "Payload")
    let applications = try folders(payload).filter { BundlePath.loweredExtension($0) == "app" }
    guard let first = applications.first else {
      if hasPayload(place) { throw .none(place: here(payload), found: names(payload)) }
      throw .none(place: here(place), found: names(place))
    }
    guard applications.count == 1 else { throw .several(place: here(payload), found: applications) }
    return BundlePath.join(payload, first)
  }

  private func bundle(among folders: [String], of place: String) throws(Failure) -> String? {
    let bundles = folders.filter { Self.isBundle($0) || has("Contents/Info.plist", in: BundlePath.join(place, $0)) }
    // Debug symbols are often beside the product they belong to.
    let judged = bundles.filter { BundlePath.loweredExtension($0) != "dsym" }
    guard judged.count <= 1 else { throw .several(place: here(place), found: judged) }
    return judged.first ?? (bundles.count == 1 ? bundles.first : nil)
  }

  /// Throws if a folder on the path collides with another name under letter case or Unicode normalization.
  private func refuseCollisions(on path: String) throws(Failure) {
    var place = ""
    for name in BundlePath.components(path) {
      // Swift's strings compare equal under Unicode normalization.
      let other = things(place).first { !$0.name.hasSameBytes(as: name) && $0.name.lowercased() == name.lowercased() }
      if let other {
        throw .unreadable(
          StorageError(
            .duplicateEntry, path: BundlePath.join(place, other.name),
            detail:
              "differs from \(BundlePath.join(place, name)) only in letter case or Unicode normalization; most Macs take both for the same folder"
          ))
      }
      place = BundlePath.join(place, name)
    }
  }

  /// Whether a folder is a bundle to a search, for which an Info.plist alone is not enough.
  func looksLikeBundle(_ folder: String) -> Bool {
    let name = BundlePath.lastComponent(folder)
    guard BundlePath.loweredExtension(name) != "dsym" else { return false }
    if BundleKinds.mustHaveInfo(name) || has("Contents/Info.plist", in: folder) { return true }
    return BundleKinds.kind(ofName: name) != nil && hasInfo(folder)
  }

  var hasBundles: Bool { (try? bundles(besides: "").isEmpty) != true }

  /// The bundles, except `path`, that a search would find in the archive, without debug symbols.
  private func bundles(besides path: String) throws(Failure) -> [String] {
    var found: [String] = []
    var pending = [""]
    while let place = pending.popLast() {
      for name in try folders(place) {
        let folder = BundlePath.join(place, name)
        guard !folder.hasSameBytes(as: path), BundlePath.loweredExtension(name) != "dsym" else { continue }
        if looksLikeBundle(folder) {
          found.append(folder)
        } else {
          pending.append(folder)
        }
      }
    }
    return found.sorted { $0.precedesInBytes($1) }
  }

  private static func isBundle(_ name: String) -> Bool {
    BundleKinds.kind(ofName: name) != nil || ["xcarchive", "dsym"].contains(BundlePath.loweredExtension(name))
  }

  private func hasInfo(_ folder: String) -> Bool {
    ["Contents/Info.plist", "Info.plist", "Resources/Info.plist", "Support Files/Info.plist"].contains {
      has($0, in: folder)
    }
  }

  private func has(_ file: String, in folder: String) -> Bool {
    index.node(at: Array(BundlePath.join(folder, file).utf8)) != nil
  }

  private func here(_ place: String) -> String { place.isEmpty ? "at the top level" : "in \(place)/" }

  private func hasPayload(_ place: String) -> Bool {
    things(place).contains { $0.type == .directory && $0.isNameValid && $0.name.hasSameBytes(as: "Payload") }
  }

  private func folders(_ place: String) throws(Failure) -> [String] {
    try mapError(
      try things(place).withReadableNames(in: place).filter { $0.type == .directory }.map(\.name), Failure.unreadable)
  }

  private func names(_ place: String) -> [String] {
    things(place).map { thing in
      guard Self.isBundle(thing.name), thing.type != .directory else { return thing.name }
      return "\(thing.name) (a \(thing.type == .symbolicLink ? "link" : "file"), not a folder)"
    }
  }

  /// Leaves out entries that macOS's tools add for their own use.
  private func things(_ place: String) -> [DirectoryEntry] {
    index.children(of: Array(place.utf8)).filter {
      $0.name != "__MACOSX" && $0.name != ".DS_Store" && !$0.name.utf8.starts(with: "._".utf8)
    }
  }
}
