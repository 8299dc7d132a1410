struct NestedSearch {
  struct Place {
    var directory: String
    var entries: [DirectoryEntry]
    /// Whether only loadable code belongs here, so that a directory with any extension may be a bundle.
    var isForPlugIns = false
    /// Whether the folder is more than one level below a folder for code: a Python package, for example.
    var isDeep = false
    var platform: Bundle.Platform?
  }

  var places: [Place] = []
  var diagnostics: [BundleDiagnostic] = []
  var errors: [BundleError] = []
}

/// Finds the folders that may contain nested bundles: the layout's folders for code with all their subfolders, and `Resources` and unknown
/// folders without subfolders. Nothing else is walked, so that opening a bundle does not depend on how many resources it has;
/// `BundleGraph.unrecognizedBundles` finds bundles elsewhere.
struct NestedPlaces {
  private static let plugIns: Set<String> = ["plugins", "plug-ins", "extensions"]
  private static let common: Set<String> = [
    "frameworks", "sharedframeworks", "sharedsupport", "xpcservices", "helpers", "systemextensions", "loginitems",
  ]
  private static let contentsFolders: Set<String> = ["macos", "resources", "library", "applications"]
  private static let phoneFolders: Set<String> = ["watch", "appclips", "systemextensions"]
  /// Folders that are listed only to a limited depth: among data, something that looks like a bundle may be a template.
  private static let levels: [String: Int] = ["resources": 0, "sharedsupport": 1]
  /// Folders without code: signatures, receipts, compiler inputs.
  private static let withoutCode: Set<String> = [
    "_codesignature", "_masreceipt", "sc_info", "headers", "privateheaders", "modules",
  ]
  /// The maximum number of folders to list for one bundle, not counting folders of nested bundles; and their maximum depth.
  static let maximumFolders = 50_000
  static let maximumDepth = 128

  let directory: BundleDirectory
  let arrangement: Arrangement

  /// In lower case: on a case-insensitive file system other spellings name the same directory.
  private var knownNames: Set<String> {
    let hasContents = arrangement.layout == .contents || arrangement.code.endsInBytes("Contents")
    let names = Self.common.union(Self.plugIns)
    return switch arrangement.layout {
    case .contents: names.union(Self.contentsFolders)
    case .wrapped: names.union(hasContents ? Self.contentsFolders : Self.phoneFolders)
    case .versioned: names.union(["resources", "libraries"])
    case .resources: names.union(["resources", "support files"])
    case .flat: names.union(Self.phoneFolders)
    }
  }

  func read() throws(BundleError) -> NestedSearch {
    var search = NestedSearch()
    search.places.append(place(arrangement.code, arrangement.codeEntries, isForPlugIns: false))
    let names = knownNames
    for entry in arrangement.codeEntries {
      let name = entry.name.asciiLowercased
      let path = BundlePath.join(arrangement.code, entry.name)
      if names.contains(name) {
        if entry.type == .symbolicLink {
          let message =
            "this is a symbolic link, but the layout expects a directory for code; bundles behind the link were not read"
          search.diagnostics.append(BundleDiagnostic(code: "nested.linked-place", message: message, path: path))
        }
        guard entry.type == .directory else { continue }
        try add(
          path, levels: Self.levels[name] ?? Self.maximumDepth, isForPlugIns: Self.plugIns.contains(name), to: &search)
      } else if isUnknownFolder(entry, name) {
        try add(path, levels: 0, isForPlugIns: false, to: &search)
      }
      // An error means that the rest was not searched.
      if !search.errors.isEmpty { break }
    }
    return search
  }

  /// Adds a folder and its subfolders that are not bundles, `levels` deep.
  private func add(
    _ folder: String, levels: Int, isForPlugIns: Bool, to search: inout NestedSearch
  ) throws(BundleError) {
    var pending = [(path: folder, level: 0, isForPlugIns: isForPlugIns)]
    while let (path, level, isForPlugIns) = pending.popLast() {
      guard search.places.count < Self.maximumFolders, level < Self.maximumDepth else {
        let limit =
          level < Self.maximumDepth ? "\(Self.maximumFolders) folders" : "\(Self.maximumDepth) levels of folders"
        search.errors.append(
          BundleError(
            .tooManyFolders,
            "there are more than \(limit) that may contain nested bundles; the rest were not searched",
            file: directory.display(path), bundle: directory.path, hint: "keep data in the folder for resources"))
        return
      }
      // Reuse the layout's own listing.
      let entries = path == arrangement.infoDirectory ? arrangement.infoEntries : try directory.list(path)
      var place = place(path, entries, isForPlugIns: isForPlugIns)
      place.isDeep = level > 1
      search.places.append(place)
      guard level < levels else { continue }
      for entry in entries.reversed() where entry.type == .directory {
        let name = entry.name.asciiLowercased
        let inside = BundlePath.join(path, entry.name)
        guard mayContainBundles(name), !(isForPlugIns && name.utf8.contains(0x2E) && isBundle(inside)) else { continue }
        pending.append((inside, level + 1, isForPlugIns || Self.plugIns.contains(name)))
      }
    }
  }

  /// Whether this is a folder that no layout knows and that could contain bundles.
  private func isUnknownFolder(_ entry: DirectoryEntry, _ name: String) -> Bool {
    entry.type == .directory && mayContainBundles(name)
      && !(arrangement.layout == .versioned && arrangement.code.isEmpty)
  }

  /// Whether a folder with this lowercased name is not a bundle and may contain code.
  private func mayContainBundles(_ name: String) -> Bool {
    BundleKinds.kind(ofName: name) == nil && !name.endsInBytes(".lproj") && !name.endsInBytes(".dsym")
      && !Self.withoutCode.contains(name)
  }

  /// Whether a folder among plug-ins is a bundle: with any extension, if it has an information property list.
  private func isBundle(_ folder: String) -> Bool {
    ["Contents/Info.plist", "Info.plist", "Resources/Info.plist", "Support Files/Info.plist"].contains {
      directory.storage.mayContain(BundlePath.join(directory.path, BundlePath.join(folder, $0)))
    }
  }

  private func place(_ path: String, _ entries: [DirectoryEntry], isForPlugIns: Bool) -> NestedSearch.Place {
    NestedSearch.Place(
      directory: path, entries: entries.filter { $0.type == .directory || $0.type == .symbolicLink },
      isForPlugIns: isForPlugIns)
  }
}
