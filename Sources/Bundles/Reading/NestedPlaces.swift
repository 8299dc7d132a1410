/// What looking for nested bundles gave.
struct NestedSearch {
  /// A directory that may hold bundles, and its entries.
  struct Place {
    var directory: String
    var entries: [DirectoryEntry]
    /// True where only loadable code belongs, so that a directory with any extension may be a bundle.
    var isForPlugIns = false
    /// True for a folder that is more than one level inside a place for code: a package of Python, for example.
    var isDeep = false
    /// The system that whoever put the bundles there says they are made for.
    var platform: Bundle.Platform?
  }

  var places: [Place] = []
  var diagnostics: [BundleDiagnostic] = []
  /// What keeps the search from being complete.
  var errors: [BundleError] = []
}

/// Where nested bundles may lie: the places a layout has for code, and all folders in them; of `Resources` and of folders no
/// layout knows only themselves. Nothing else is walked, so that opening a bundle doesn't depend on how many resources it
/// has; `BundleGraph.unrecognizedBundles` finds what lies elsewhere.
struct NestedPlaces {
  private static let plugIns: Set<String> = ["plugins", "plug-ins", "extensions"]
  private static let common: Set<String> = [
    "frameworks", "sharedframeworks", "sharedsupport", "xpcservices", "helpers", "systemextensions", "loginitems",
  ]
  private static let ofContents: Set<String> = ["macos", "resources", "library", "applications"]
  private static let ofPhone: Set<String> = ["watch", "appclips", "systemextensions"]
  /// Known places whose folders are listed only so many levels deep: among data, what looks like a bundle may be a template.
  private static let levels: [String: Int] = ["resources": 0, "sharedsupport": 1]
  /// Never code: signatures, receipts, what only the compiler reads.
  private static let withoutCode: Set<String> = [
    "_codesignature", "_masreceipt", "sc_info", "headers", "privateheaders", "modules",
  ]
  /// Folders that are listed for one bundle, those of nested bundles not counted; and how deep.
  static let maximumFolders = 50_000
  static let maximumDepth = 128

  let directory: BundleDirectory
  let arrangement: Arrangement

  /// In lower case: a case-insensitive file system takes other spellings for the same directory.
  private var knownNames: Set<String> {
    let hasContents = arrangement.layout == .contents || arrangement.code.endsInBytes("Contents")
    let names = Self.common.union(Self.plugIns)
    return switch arrangement.layout {
    case .contents: names.union(Self.ofContents)
    case .wrapped: names.union(hasContents ? Self.ofContents : Self.ofPhone)
    case .versioned: names.union(["resources", "libraries"])
    case .resources: names.union(["resources", "support files"])
    case .flat: names.union(Self.ofPhone)
    }
  }

  /// Every place that exists, with its listing; places that are links are noted, not followed.
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
      } else if isOther(entry, name) {
        try add(path, levels: 0, isForPlugIns: false, to: &search)
      }
      // An error says that the rest was not searched.
      if !search.errors.isEmpty { break }
    }
    return search
  }

  /// Adds a folder, and those in it that are no bundles, `levels` deep.
  private func add(
    _ folder: String, levels: Int, isForPlugIns: Bool, to search: inout NestedSearch
  ) throws(BundleError) {
    var pending = [(path: folder, level: 0, isForPlugIns: isForPlugIns)]
    while let (path, level, isForPlugIns) = pending.popLast() {
      guard search.places.count < Self.maximumFolders, level < Self.maximumDepth else {
        search.errors.append(
          .tooManyFolders(
            level < Self.maximumDepth ? "\(Self.maximumFolders) folders" : "\(Self.maximumDepth) levels of folders",
            file: directory.display(path), directory.path))
        return
      }
      // The layout's own listing is not made twice.
      let entries = path == arrangement.infoDirectory ? arrangement.infoEntries : try directory.list(path)
      var place = place(path, entries, isForPlugIns: isForPlugIns)
      place.isDeep = level > 1
      search.places.append(place)
      guard level < levels else { continue }
      for entry in entries.reversed() where entry.type == .directory {
        let name = entry.name.asciiLowercased
        let inside = BundlePath.join(path, entry.name)
        guard mayHoldBundles(name), !(isForPlugIns && name.utf8.contains(0x2E) && isBundle(inside)) else { continue }
        pending.append((inside, level + 1, isForPlugIns || Self.plugIns.contains(name)))
      }
    }
  }

  /// A folder that no layout knows and that could hold bundles.
  private func isOther(_ entry: DirectoryEntry, _ name: String) -> Bool {
    entry.type == .directory && mayHoldBundles(name) && !(arrangement.layout == .versioned && arrangement.code.isEmpty)
  }

  /// By its name, in lower case, a folder that is no bundle and no place for other things than code.
  private func mayHoldBundles(_ name: String) -> Bool {
    BundleKinds.kind(ofName: name) == nil && !name.endsInBytes(".lproj") && !name.endsInBytes(".dsym")
      && !Self.withoutCode.contains(name)
  }

  /// Among plug-ins, a folder with any extension is a bundle when it has an information property list.
  private func isBundle(_ folder: String) -> Bool {
    ["Contents/Info.plist", "Info.plist", "Resources/Info.plist", "Support Files/Info.plist"].contains {
      (try? directory.status(BundlePath.join(folder, $0))) != nil
    }
  }

  private func place(_ path: String, _ entries: [DirectoryEntry], isForPlugIns: Bool) -> NestedSearch.Place {
    NestedSearch.Place(
      directory: path, entries: entries.filter { $0.type == .directory || $0.type == .symbolicLink },
      isForPlugIns: isForPlugIns)
  }
}
