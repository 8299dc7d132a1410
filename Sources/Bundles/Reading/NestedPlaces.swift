/// Where nested bundles may lie: the places a layout has for code, and the folders directly in them; of `Resources` only
/// itself. Nothing is walked further.
struct NestedPlaces {
  /// A directory that may hold bundles, and its entries.
  struct Place {
    var directory: String
    var entries: [DirectoryEntry]
    /// True where only loadable code belongs, so that a directory with any extension may be a bundle.
    var isForPlugIns: Bool
  }

  private static let plugIns: Set<String> = ["PlugIns", "Plug-ins", "Extensions"]
  private static let common: Set<String> = [
    "Frameworks", "SharedFrameworks", "SharedSupport", "XPCServices", "Helpers", "SystemExtensions", "LoginItems",
  ]
  private static let ofContents: Set<String> = ["MacOS", "Resources", "Library"]
  private static let ofPhone: Set<String> = ["Watch", "AppClips", "SystemExtensions"]

  let directory: BundleDirectory
  let kind: Bundle.Kind
  let arrangement: Arrangement

  /// Every place that exists, with its listing; places that are links go to `diagnostics`, not followed.
  func read(_ diagnostics: inout [BundleDiagnostic]) throws(BundleError) -> [Place] {
    var places: [Place] = []
    let hasContents = arrangement.layout == .contents || arrangement.code.endsInBytes("Contents")
    places.append(place(arrangement.code, arrangement.codeEntries))
    var names = Self.common.union(Self.plugIns)
    switch arrangement.layout {
    case .contents: names.formUnion(Self.ofContents)
    case .wrapped: names.formUnion(hasContents ? Self.ofContents : Self.ofPhone)
    case .versioned: names.formUnion(["Resources", "Libraries"])
    case .resources: names.formUnion(["Resources", "Support Files"])
    case .flat: names.formUnion(Self.ofPhone)
    }
    // A case-insensitive file system takes other spellings for the same directory.
    let loweredNames = Set(names.map(\.asciiLowercased))
    for entry in arrangement.codeEntries {
      // Each slice of an .xcframework is a directory of its own name.
      guard kind == .xcframework || loweredNames.contains(entry.name.asciiLowercased) else { continue }
      let path = BundlePath.join(arrangement.code, entry.name)
      if entry.type == .symbolicLink {
        let message = "a symbolic link where the layout has a directory for code; bundles behind it were not read"
        diagnostics.append(BundleDiagnostic(code: "nested.linked-place", message: message, path: path))
      }
      guard entry.type == .directory else { continue }
      // The layout's own listing is not made twice.
      let entries = path == arrangement.infoDirectory ? arrangement.infoEntries : try directory.list(path)
      places.append(place(path, entries))
      // Localized resources alone may be hundreds of folders, and none is for code.
      if entry.name.asciiLowercased == "resources" || kind == .xcframework { continue }
      for inner in entries where inner.type == .directory && BundleKinds.kind(ofName: inner.name) == nil {
        let innerPath = BundlePath.join(path, inner.name)
        places.append(place(innerPath, try directory.list(innerPath)))
      }
    }
    return places
  }

  private func place(_ path: String, _ entries: [DirectoryEntry]) -> Place {
    Place(directory: path, entries: entries, isForPlugIns: Self.plugIns.contains(BundlePath.lastComponent(path)))
  }
}
