/// What looking for nested bundles gave.
struct NestedSearch {
  /// A directory that may hold bundles, and its entries.
  struct Place {
    var directory: String
    var entries: [DirectoryEntry]
    /// True where only loadable code belongs, so that a directory with any extension may be a bundle.
    var isForPlugIns = false
    /// The system that whoever put the bundles there says they are made for.
    var platform: Bundle.Platform?
  }

  var places: [Place] = []
  var diagnostics: [BundleDiagnostic] = []
  /// What keeps the search from being complete.
  var errors: [BundleError] = []
}

/// Where nested bundles may lie: the places a layout has for code, and the folders directly in them; of `Resources` and
/// of folders no layout knows only themselves. Nothing is walked further, so that opening a bundle doesn't depend on how
/// many files it has; `BundleGraph.unrecognizedBundles` finds what lies elsewhere.
struct NestedPlaces {
  private static let plugIns: Set<String> = ["PlugIns", "Plug-ins", "Extensions"]
  private static let common: Set<String> = [
    "Frameworks", "SharedFrameworks", "SharedSupport", "XPCServices", "Helpers", "SystemExtensions", "LoginItems",
  ]
  private static let ofContents: Set<String> = ["MacOS", "Resources", "Library", "Applications"]
  private static let ofPhone: Set<String> = ["Watch", "AppClips", "SystemExtensions"]
  /// Never code: signatures, receipts, what only the compiler reads.
  private static let withoutCode: Set<String> = [
    "_codesignature", "_masreceipt", "sc_info", "headers", "privateheaders", "modules",
  ]
  /// Folders beside those a layout knows that are looked into; an application may have a whole tree of assets there.
  static let maximumOtherFolders = 8

  let directory: BundleDirectory
  let arrangement: Arrangement

  private var knownNames: Set<String> {
    let hasContents = arrangement.layout == .contents || arrangement.code.endsInBytes("Contents")
    var names = Self.common.union(Self.plugIns)
    switch arrangement.layout {
    case .contents: names.formUnion(Self.ofContents)
    case .wrapped: names.formUnion(hasContents ? Self.ofContents : Self.ofPhone)
    case .versioned: names.formUnion(["Resources", "Libraries"])
    case .resources: names.formUnion(["Resources", "Support Files"])
    case .flat: names.formUnion(Self.ofPhone)
    }
    // A case-insensitive file system takes other spellings for the same directory.
    return Set(names.map(\.asciiLowercased))
  }

  /// Every place that exists, with its listing; places that are links are noted, not followed.
  func read() throws(BundleError) -> NestedSearch {
    var search = NestedSearch()
    search.places.append(place(arrangement.code, arrangement.codeEntries))
    let names = knownNames
    var others: [String] = []
    for entry in arrangement.codeEntries {
      let name = entry.name.asciiLowercased
      guard names.contains(name) else {
        if isOther(entry, name) { others.append(entry.name) }
        continue
      }
      let path = BundlePath.join(arrangement.code, entry.name)
      if entry.type == .symbolicLink {
        let message =
          "this is a symbolic link, but the layout expects a directory for code; bundles behind the link were not read"
        search.diagnostics.append(BundleDiagnostic(code: "nested.linked-place", message: message, path: path))
      }
      guard entry.type == .directory else { continue }
      // The layout's own listing is not made twice.
      let entries = path == arrangement.infoDirectory ? arrangement.infoEntries : try directory.list(path)
      search.places.append(place(path, entries))
      // Localized resources alone may be hundreds of folders, and none is for code.
      if name == "resources" { continue }
      for inner in entries where inner.type == .directory && BundleKinds.kind(ofName: inner.name) == nil {
        guard !inner.name.endsInBytes(".lproj") else { continue }
        let innerPath = BundlePath.join(path, inner.name)
        search.places.append(place(innerPath, try directory.list(innerPath)))
      }
    }
    if others.count <= Self.maximumOtherFolders {
      for name in others {
        let path = BundlePath.join(arrangement.code, name)
        search.places.append(place(path, try directory.list(path)))
      }
    }
    return search
  }

  /// A folder that no layout knows and that could hold bundles.
  private func isOther(_ entry: DirectoryEntry, _ name: String) -> Bool {
    entry.type == .directory && BundleKinds.kind(ofName: name) == nil
      && !name.endsInBytes(".lproj")
      && !name.endsInBytes(".dsym") && !Self.withoutCode.contains(name)
      && !(arrangement.layout == .versioned && arrangement.code.isEmpty)
  }

  private func place(_ path: String, _ entries: [DirectoryEntry]) -> NestedSearch.Place {
    NestedSearch.Place(
      directory: path, entries: entries, isForPlugIns: Self.plugIns.contains(BundlePath.lastComponent(path)))
  }
}
