import PropertyLists

struct GraphBuilder {
  let storage: any BundleStorage
  let name: String
  let displayPath: String
  let limits: BundleGraph.Limits

  private var drafts: [(draft: BundleDraft, parent: Int?)] = []
  private var errors: [BundleError] = []
  private var isFull = false
  private var infoMemory = 0

  static func build(
    storage: any BundleStorage, name: String, displayPath: String, limits: BundleGraph.Limits
  ) throws(BundleError) -> BundleGraph {
    var builder = GraphBuilder(storage: storage, name: name, displayPath: displayPath, limits: limits)
    return try builder.run()
  }

  private mutating func run() throws(BundleError) -> BundleGraph {
    if BundlePath.loweredExtension(name) == "dsym" {
      throw BundleError(
        .unsupported, "a .dSYM contains debug symbols; bundles of this kind are not checked", file: displayPath,
        hint: "check the application or framework that it belongs to")
    }
    // Core Foundation does not treat the inside of a bundle as a flat bundle either (`CFBundle_InfoPlist.c`).
    guard !BundleKinds.reservedNames.contains(name) else {
      throw BundleError(
        .notABundle, "not a bundle: \(BundlePath.lastComponent(displayPath)) is a part of a bundle", file: displayPath,
        hint: "check the directory that contains it")
    }
    let directory = BundleDirectory(storage: storage, path: "", name: name, displayPath: displayPath)
    let read: BundleDraft
    switch try readBundle(directory, parent: nil) {
    case .bundle(let draft): read = draft
    case .none(let reason, _, _): throw reason
    }
    infoMemory = read.info.byteSize
    drafts.append((read, nil))
    readNested(in: directory, at: 0, depth: 1)
    return graph()
  }

  private func graph() -> BundleGraph {
    // The outer path is "", which sorts first.
    let order = drafts.indices.sorted { drafts[$0].draft.path.precedesInBytes(drafts[$1].draft.path) }
    var newIndex = [Int](repeating: 0, count: drafts.count)
    for (new, old) in order.enumerated() { newIndex[old] = new }
    var children = [[Int]](repeating: [], count: drafts.count)
    for (new, old) in order.enumerated() {
      if let parent = drafts[old].parent { children[newIndex[parent]].append(new) }
    }
    let bundles = order.enumerated().map { new, old in
      Bundle(
        drafts[old].draft, index: new, parentIndex: drafts[old].parent.map { newIndex[$0] }, children: children[new],
        storage: storage)
    }
    return BundleGraph(bundles, errors: errors.sorted(byBytesOf: \.bundle), displayPath: displayPath, storage: storage)
  }

  private enum Reading {
    case bundle(BundleDraft)
    /// There is no Info.plist: the error for that, whether there is a folder for executables anyway, and a draft with an empty list.
    case none(BundleError, holdsCode: Bool, BundleDraft)
  }

  private func readBundle(_ directory: BundleDirectory, parent: Bundle.Platform?) throws(BundleError) -> Reading {
    let top = try directory.list("")
    let arrangement = try ArrangementReader(directory: directory, top: top).read()
    // Core Foundation does not read the Info.plist of a flat directory with such a name (`CFBundle_InfoPlist.c`).
    if arrangement.layout == .flat,
      let ending = BundleKinds.reservedNames.first(where: { directory.name.endsInBytes($0) })
    {
      throw BundleError(
        .notABundle,
        "the platform treats a flat directory whose name ends in '\(ending)' as the inside of a bundle and does not read its Info.plist",
        file: directory.displayPath, bundle: directory.path, hint: "rename the directory")
    }
    let reader = InfoReader(directory: directory, arrangement: arrangement, limit: limits.infoBytes)
    let isSettings = BundleKinds.kind(ofName: directory.name) == .settings
    func draft(_ path: String, _ info: PropertyList) -> BundleDraft {
      let kind = BundleKinds.kind(ofName: directory.name, info: info)
      return BundleDraft(
        path: directory.path, displayPath: directory.displayPath, name: directory.name, kind: kind,
        platform: PlatformDetection.platform(of: info, kind: kind, layout: arrangement.layout, parent: parent),
        arrangement: arrangement, infoPath: path, info: info, diagnostics: arrangement.diagnostics + reader.misspelled)
    }
    if let (path, info) = try reader.read() { return .bundle(draft(path, info)) }
    if isSettings, arrangement.infoEntries.contains(where: { $0.name == "Root.plist" }) {
      // Xcode's settings bundles have no Info.plist; Root.plist describes them.
      let (path, info) = try reader.read("Root.plist")
      return .bundle(draft(path, info))
    }
    let reason: BundleError =
      top.isEmpty
      ? BundleError(
        .noInfoPlist, "not a bundle: \(BundlePath.lastComponent(directory.displayPath)) is an empty directory",
        file: directory.displayPath, bundle: directory.path, hint: "a build or copy step created it but added no files")
      : .noInfoPlist(
        file: directory.displayPath, bundle: directory.path, lookedIn: [arrangement.infoDirectory],
        arrangement: arrangement.reason, hint: hint(for: directory, top: top, arrangement: arrangement))
    let path = BundlePath.join(arrangement.infoDirectory, isSettings ? "Root.plist" : "Info.plist")
    var withoutInfo = draft(path, try InfoReader.empty(file: directory.display(path), bundle: directory.path))
    withoutInfo.diagnostics.append(
      BundleDiagnostic(code: "no-info", message: "the file is missing, so its keys count as missing", path: path))
    return .none(
      reason,
      holdsCode: arrangement.code == "Contents"
        && arrangement.codeEntries.contains { $0.name == "MacOS" && $0.type == .directory }, withoutInfo)
  }

  private func hint(for directory: BundleDirectory, top: [DirectoryEntry], arrangement: Arrangement) -> String? {
    if BundleKinds.kind(ofName: directory.name) == .settings {
      return "it has no Root.plist, the description of settings, either"
    }
    if arrangement.layout != .flat, top.contains(where: { $0.name == "Info.plist" }) {
      return "the Info.plist at the top is not used in this layout"
    }
    let inside = top.first { $0.type == .directory && BundleKinds.mustHaveInfo($0.name) }
    if let inside { return "did you mean \(directory.display(inside.name))?" }
    // An unpacked .ipa.
    if top.contains(where: { $0.name == "Payload" && $0.type == .directory }),
      let application = (try? directory.list("Payload"))?.first(where: { BundleKinds.kind(ofName: $0.name) != nil })
    {
      return "did you mean \(directory.display("Payload/" + application.name))?"
    }
    return nil
  }

  /// Reads the bundles nested in the one at `index`; records errors and continues with the others.
  private mutating func readNested(in parent: BundleDirectory, at index: Int, depth: Int) {
    let draft = drafts[index].draft
    let search: NestedSearch
    do throws(BundleError) {
      search = try Self.search(draft, in: parent)
    } catch {
      errors.append(error)
      return
    }
    drafts[index].draft.diagnostics += search.diagnostics
    errors += search.errors
    for place in search.places {
      for entry in place.entries {
        guard !isFull else { return }
        readEntry(entry, in: place, of: parent, at: index, depth: depth)
      }
    }
  }

  private static func search(_ draft: BundleDraft, in directory: BundleDirectory) throws(BundleError) -> NestedSearch {
    switch (draft.kind, draft.infoPath) {
    case (.archive, let infoPath?):
      try ArchiveProducts(
        directory: directory, arrangement: draft.arrangement, infoPath: infoPath, info: draft.info
      ).read()
    case (.xcframework, let infoPath?):
      try FrameworkSlices(
        directory: directory, arrangement: draft.arrangement, infoPath: infoPath, info: draft.info
      ).read()
    default: try NestedPlaces(directory: directory, arrangement: draft.arrangement).read()
    }
  }

  private mutating func readEntry(
    _ entry: DirectoryEntry, in place: NestedSearch.Place, of parent: BundleDirectory, at index: Int, depth: Int
  ) {
    guard entry.type == .directory || entry.type == .symbolicLink else { return }
    let isNamedBundle = BundleKinds.kind(ofName: entry.name) != nil
    let mayBeBundle = isNamedBundle || (place.isForPlugIns && !BundlePath.loweredExtension(entry.name).isEmpty)
    let inside = BundlePath.join(place.directory, entry.name)
    func note(_ code: String, _ path: String, _ message: String) {
      drafts[index].draft.diagnostics.append(BundleDiagnostic(code: code, message: message, path: path))
    }
    if entry.type == .symbolicLink, isNamedBundle, !parent.isLinkToFile(inside) {
      note(
        "nested.symbolic-link", inside, "this is a symbolic link, but a bundle is expected; links are not followed")
    }
    if entry.type == .directory, BundlePath.loweredExtension(entry.name) == "dsym" {
      return note("debug-symbols", inside, "debug symbols are not checked; do not ship them in a release")
    }
    guard entry.type == .directory, mayBeBundle else { return }
    let directory = BundleDirectory(
      storage: storage, path: BundlePath.join(parent.path, inside), name: entry.name,
      displayPath: parent.display(inside))
    guard depth <= limits.depth else {
      errors.append(
        BundleError(
          .tooDeep, "bundles are nested more than \(limits.depth) levels deep; deeper bundles were not read",
          file: directory.displayPath, bundle: directory.path))
      return
    }
    guard drafts.count < limits.bundles else {
      isFull = true
      errors.append(
        BundleError(.tooMany, "more than \(limits.bundles) bundles; the rest were not read", file: displayPath))
      return
    }
    do throws(BundleError) {
      switch try readBundle(directory, parent: place.platform ?? drafts[index].draft.platform) {
      case .bundle(let draft): add(draft, at: index, directory, depth: depth)
      case .none(_, let holdsCode, let withoutInfo):
        let mustHaveInfo = BundleKinds.mustHaveInfo(entry.name)
        if !holdsCode, BundleKinds.mayBeTemplate(entry.name, in: place.directory) || place.isDeep && mustHaveInfo {
          let what =
            place.isDeep
            ? "a bundle, but no Info.plist where one belongs" : "an application, but neither an Info.plist nor code"
          note("nested.no-info", inside, "this folder has the name of \(what); it is not checked")
        } else if holdsCode || mustHaveInfo {
          // Its place makes it a bundle: it is checked without keys, so that no policy passes it and a waiver can accept it.
          add(withoutInfo, at: index, directory, depth: depth)
        }
      }
    } catch {
      errors.append(error)
    }
  }

  private mutating func add(_ draft: BundleDraft, at index: Int, _ directory: BundleDirectory, depth: Int) {
    infoMemory += draft.info.byteSize
    guard infoMemory <= limits.infoMemory else {
      isFull = true
      errors.append(
        BundleError(
          .tooMuchInfo,
          "the information property lists of all bundles need more than \(limits.infoMemory >> 20) MiB of memory; the rest were not read",
          file: directory.displayPath))
      return
    }
    drafts.append((draft, index))
    readNested(in: directory, at: drafts.count - 1, depth: depth + 1)
  }
}
