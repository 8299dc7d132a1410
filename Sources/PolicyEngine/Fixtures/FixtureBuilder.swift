import Bundles
import LuaRuntime
import PropertyLists

/// Makes bundles in memory out of descriptions.
struct FixtureBuilder {
  /// The graph of a described bundle. `place` is how messages call the description.
  static func graph(_ fixture: Fixture, in place: String) throws(DeclarationError) -> BundleGraph {
    if fixture.kind == .plist { return try propertyList(fixture, place) }
    var builder = FixtureBuilder()
    try builder.add(fixture, at: "", place)
    let name = fixture.name ?? Self.name(fixture)
    func refuse(_ reason: String) -> DeclarationError {
      DeclarationError("\(place): the bundle described can't be read: \(reason)")
    }
    let storage: MemoryStorage
    do throws(StorageError) {
      storage = try MemoryStorage(builder.nodes)
    } catch {
      throw refuse(error.description)
    }
    let graph: BundleGraph
    do throws(BundleError) {
      graph = try BundleGraph.open(storage: storage, name: name)
    } catch {
      throw refuse(error.description)
    }
    // One that lies where nobody looks would be judged by no rule, and the test would show nothing.
    for nested in fixture.bundles where !graph.bundles.contains(where: { $0.path == nested.path }) {
      throw refuse("no bundle is found at \(nested.path); put it where the platform looks, with its extension")
    }
    return graph
  }

  private static func propertyList(_ fixture: Fixture, _ place: String) throws(DeclarationError) -> BundleGraph {
    for (field, isEmpty) in [
      ("files", fixture.files.isEmpty), ("localizations", fixture.localizations.isEmpty),
      ("bundles", fixture.bundles.isEmpty),
    ] where !isEmpty {
      throw DeclarationError("\(place): a bare property list has no '\(field)'")
    }
    let name = fixture.name ?? Self.name(fixture)
    let text = try PropertyListWriter.text(fixture.info, in: "\(place), info")
    do throws(PropertyListError) {
      return BundleGraph.propertyList(
        try PropertyList.parse(Array(text.utf8), file: name), name: name, displayPath: name)
    } catch {
      throw DeclarationError("\(place): the property list described can't be read: \(error.description)")
    }
  }

  private var nodes: [(path: String, node: MemoryStorage.Node)] = []

  private static func name(_ fixture: Fixture) -> String {
    switch fixture.kind {
    case .application: "App.app"
    case .framework: "Kit.framework"
    case .extension: "Share.appex"
    case .plugin: "Plug.bundle"
    case .plist: "Info.plist"
    }
  }

  private mutating func add(_ fixture: Fixture, at path: String, _ place: String) throws(DeclarationError) {
    let sound = SoundBundle(fixture, stem: Self.stem(fixture.name ?? Self.name(fixture)))
    let base = path.isEmpty ? "" : path + "/"
    var info = sound.info.filter { entry in
      !fixture.without.contains(entry.key) && !fixture.info.contains { $0.key == entry.key }
    }
    info += fixture.info
    let text = try PropertyListWriter.text(info, in: "\(place), info")
    let own = fixture.files.map(\.path)
    // One given as text stands for what is described: only so can it hold what no table can, such as a key twice.
    if !own.contains(sound.infoPath) { nodes.append((base + sound.infoPath, .text(text))) }
    for (path, node) in sound.files where !own.contains(path) { nodes.append((base + path, node)) }
    for (path, file) in fixture.files {
      switch file {
      case .text(let text, let mode): nodes.append((base + path, .text(text, mode: mode)))
      case .bytes(let bytes, let mode): nodes.append((base + path, .file(bytes, mode: mode)))
      case .link(let target): nodes.append((base + path, .link(target)))
      case .directory: nodes.append((base + path, .directory))
      case .absent: break
      }
    }
    let resources = sound.resourcesPath.isEmpty ? base : base + sound.resourcesPath + "/"
    for (language, tables) in fixture.localizations {
      if tables.isEmpty { nodes.append(("\(resources)\(language).lproj", .directory)) }
      for (name, strings) in tables {
        let text = try PropertyListWriter.text(strings, in: "\(place), localizations, \(language), \(name)")
        nodes.append(("\(resources)\(language).lproj/\(name).strings", .text(text)))
      }
    }
    for nested in fixture.bundles {
      try add(nested.fixture, at: base + nested.path, "\(place), bundles, \(nested.path)")
    }
  }

  private static func stem(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}

/// A bundle of a kind with nothing wrong with it.
struct SoundBundle {
  let infoPath: String
  let resourcesPath: String
  let info: [(key: String, value: LuaValue)]
  let files: [(path: String, node: MemoryStorage.Node)]

  /// `stem` is the bundle's name without extension, which its executable has too.
  init(_ fixture: Fixture, stem: String) {
    var files: [(path: String, node: MemoryStorage.Node)] = []
    let isMac = fixture.platform == .macos
    switch fixture.kind {
    case .plist:
      (infoPath, resourcesPath, info, self.files) = ("Info.plist", "", [], [])
      return
    case .framework where isMac:
      infoPath = "Versions/A/Resources/Info.plist"
      resourcesPath = "Versions/A/Resources"
      files = [
        ("Versions/Current", .link("A")), ("Resources", .link("Versions/Current/Resources")),
        (stem, .link("Versions/Current/\(stem)")), ("Versions/A/\(stem)", .text("", mode: 0o755)),
      ]
    case .application, .extension, .plugin, .framework:
      let contents = isMac ? "Contents/" : ""
      infoPath = contents + "Info.plist"
      resourcesPath = isMac ? "Contents/Resources" : ""
      files = [(isMac ? "Contents/MacOS/\(stem)" : stem, .text("", mode: 0o755))]
      if fixture.kind == .application { files.append((contents + "PkgInfo", .text("APPL????"))) }
    }
    self.files = files
    info = Self.info(fixture, stem: stem)
  }

  private static func info(_ fixture: Fixture, stem: String) -> [(key: String, value: LuaValue)] {
    let isMac = fixture.platform == .macos
    let type =
      switch fixture.kind {
      case .framework: "FMWK"
      case .extension: "XPC!"
      case .plugin: "BNDL"
      case .application, .plist: "APPL"
      }
    let suffix = fixture.kind == .application ? "app" : "app.\(stem.lowercased())"
    var info: [(key: String, value: LuaValue)] = [
      ("CFBundleDevelopmentRegion", .string("en")), ("CFBundleExecutable", .string(stem)),
      ("CFBundleIdentifier", .string("com.example.\(suffix)")), ("CFBundleInfoDictionaryVersion", .string("6.0")),
      ("CFBundleName", .string(stem)), ("CFBundlePackageType", .string(type)),
      ("CFBundleShortVersionString", .string("1.0")),
      ("CFBundleSupportedPlatforms", .list([.string(isMac ? "MacOSX" : "iPhoneOS")])),
      ("CFBundleVersion", .string("1")),
      (isMac ? "LSMinimumSystemVersion" : "MinimumOSVersion", .string(isMac ? "13.0" : "16.0")),
    ]
    if fixture.kind == .extension {
      info.append(
        (
          "NSExtension",
          .table(
            LuaTable(entries: [
              .init(key: .string("NSExtensionPointIdentifier"), value: .string("com.apple.share-services")),
              .init(key: .string("NSExtensionPrincipalClass"), value: .string("\(stem).Handler")),
            ]))
        ))
    }
    if fixture.kind == .application, !isMac {
      let orientations = ["Portrait", "PortraitUpsideDown", "LandscapeLeft", "LandscapeRight"]
      info += [
        ("LSRequiresIPhoneOS", .boolean(true)), ("UIDeviceFamily", .list([.integer(1), .integer(2)])),
        ("UILaunchScreen", .table(LuaTable(entries: []))),
        (
          "UISupportedInterfaceOrientations",
          .list(orientations.map { .string("UIInterfaceOrientation\($0)") })
        ),
      ]
    }
    return info
  }
}
