import Basics
import Bundles
import LuaRuntime
import PolicyEngine
import PolicyObjects
import PolicySchema
import PropertyLists

struct FixtureBuilder {
  /// The graph of a described bundle. Messages call the description `place`.
  static func graph(_ fixture: Fixture, in place: String) throws(DeclarationError) -> BundleGraph {
    if fixture.kind == .plist { return try propertyList(fixture, place) }
    var builder = FixtureBuilder()
    let name = fixture.name ?? fixture.kind.usualName
    try builder.add(fixture, at: "", name: name, fixture.platform, place)
    func refuse(_ reason: String) -> DeclarationError {
      DeclarationError("\(place): the described bundle cannot be read: \(reason)")
    }
    let isArchive = fixture.delivery.map { $0.kind != .xcarchive } ?? false
    let storage = try mapError(
      try MemoryStorage(builder.nodes, attributes: builder.attributes, isArchive: isArchive)
    ) { (error: StorageError) in refuse(error.description) }
    let graph = try mapError(try BundleGraph.open(storage: storage, name: name)) { (error: BundleError) in
      refuse(error.description)
    }
    guard graph.outer.kind.rawValue == fixture.kind.rawValue else {
      throw refuse(
        "its name \(name) makes it a bundle of kind \(graph.outer.kind.rawValue), not \(fixture.kind.rawValue)")
    }
    // No rule would evaluate a bundle in an unknown place, so the test would prove nothing.
    for nested in fixture.bundles {
      guard let bundle = graph.bundles.first(where: { $0.path == nested.path }) else {
        throw refuse(
          "\(nested.path) is not recognized as a bundle; use a path where the platform looks for bundles, with the right extension"
        )
      }
      guard bundle.kind.rawValue == nested.fixture.kind.rawValue else {
        throw refuse(
          "its name makes \(nested.path) a bundle of kind \(bundle.kind.rawValue), not \(nested.fixture.kind.rawValue)")
      }
    }
    if let delivery = fixture.delivery { return graph.inside(try delivery.container(ofBundle: name, in: place)) }
    return graph
  }

  private static func propertyList(_ fixture: Fixture, _ place: String) throws(DeclarationError) -> BundleGraph {
    for (field, isEmpty) in [
      ("files", fixture.files.isEmpty), ("localizations", fixture.localizations.isEmpty),
      ("bundles", fixture.bundles.isEmpty),
    ] where !isEmpty {
      throw DeclarationError("\(place): a bare property list has no '\(field)'")
    }
    let name = fixture.name ?? fixture.kind.usualName
    let text = try PropertyListWriter.text(fixture.info, in: "\(place), info")
    let list = try mapError(try PropertyList.parse(Array(text.utf8), file: name)) { (error: PropertyListError) in
      DeclarationError("\(place): the described property list cannot be read: \(error.description)")
    }
    return BundleGraph.propertyList(list, name: name, displayPath: name)
  }

  private var nodes: [(path: String, node: MemoryStorage.Node)] = []
  private var attributes: [(path: String, names: [String])] = []

  /// `name` is the last component of `path`, and the default name of the executable.
  private mutating func add(
    _ fixture: Fixture, at path: String, name: String, _ platform: Fixture.Platform, _ place: String
  ) throws(DeclarationError) {
    let entitlements = try fixture.entitlements.map { entries throws(DeclarationError) in
      Array(try PropertyListWriter.text(entries, in: "\(place), entitlements").utf8)
    }
    let sound = SoundBundle(fixture.kind, platform, stem: Self.stem(name), entitlements: entitlements)
    try Self.checkEntitlements(of: fixture, sound, place)
    let base = path.isEmpty ? "" : path + "/"
    let text = try PropertyListWriter.text(fixture.info(of: sound), in: "\(place), info")
    let own = fixture.files.map(\.path)
    // An Info.plist given as text replaces the generated one: text can contain what a table cannot, such as a duplicate key.
    if !own.contains(sound.infoPath) { nodes.append((base + sound.infoPath, .text(text))) }
    for (path, node) in sound.files where !own.contains(path) { nodes.append((base + path, node)) }
    attributes += fixture.attributes.map { (base + $0.path, $0.names) }
    for (path, file) in fixture.files {
      if let node = file.node { nodes.append((base + path, node)) }
    }
    let resources = sound.resourcesPath.isEmpty ? base : base + sound.resourcesPath + "/"
    for (language, tables) in fixture.localizations {
      if tables.isEmpty { nodes.append(("\(resources)\(language).lproj", .directory)) }
      for (name, strings) in tables {
        let text = try StringsFileWriter.text(strings, in: "\(place), localizations, \(language), \(name)")
        nodes.append(("\(resources)\(language).lproj/\(name).strings", .text(text)))
      }
    }
    let isRearranged = (fixture.info.map(\.key) + fixture.without).contains { sound.keysOfProducts.contains($0) }
    let products = isRearranged ? [] : sound.products
    for nested in fixture.bundles
      + products.filter({ product in !fixture.bundles.contains { $0.path == product.path } })
    {
      let inside = nested.fixture
      try add(
        inside, at: base + nested.path, name: inside.name ?? Self.last(nested.path),
        inside.isPlatformGiven ? inside.platform : platform, "\(place), bundles, \(nested.path)")
    }
    if let signing = fixture.signing {
      var code = FixtureCode(fixture.kind, platform, entitlements: entitlements)
      let signer = FixtureSigner(
        signing: signing, fixture: fixture, sound: sound, isMac: platform.hasContents, base: base, place: place)
      try signer.sign(&nodes, &code)
    }
  }

  /// Throws if the description also describes the executable that would be signed.
  private static func checkEntitlements(
    of fixture: Fixture, _ sound: SoundBundle, _ place: String
  ) throws(DeclarationError) {
    guard fixture.entitlements != nil || fixture.signing != nil else { return }
    for (path, _) in fixture.files
    where sound.files.contains(where: { $0.path == path && Self.isCode($0.node) }) {
      throw DeclarationError(
        fixture.entitlements != nil
          ? "\(place): 'files' already describes \(path); put 'entitlements' into its 'mach_o'"
          : "\(place): 'files' already describes \(path), which would be signed; remove it, or 'signed'")
    }
  }

  static func isCode(_ node: MemoryStorage.Node) -> Bool {
    if case .file(_, let mode) = node { return mode & 0o111 != 0 }
    return false
  }

  private static func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private static func stem(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}

/// Writes a table of strings in the format that translators use.
enum StringsFileWriter {
  /// Lines such as `"KEY" = "text";`. If there are values other than strings, or no entries, it is a property list.
  static func text(_ entries: [(key: String, value: LuaValue)], in place: String) throws(DeclarationError) -> String {
    let lines = entries.compactMap { key, value in value.string.map { "\(quoted(key)) = \(quoted($0));\n" } }
    return lines.isEmpty || lines.count < entries.count
      ? try PropertyListWriter.text(entries, in: place) : lines.joined()
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

package struct FixtureDelivery: Sendable {
  let kind: DeliveryKind
  let files: [(path: String, file: Fixture.File)]

  static let definition = APIClass(
    "DeliveryDescription", .declaration, "The archive that contains a described bundle.",
    fields: [
      APIField(
        "kind?", "\"ipa\"|\"archive\"",
        "By default, `ipa`: the bundle is in `Payload`. An Xcode archive is described as a bundle of kind `archive`."),
      APIField("files?", "table<string, string|FileDescription>", "The files beside the bundle, by path."),
    ])

  init(_ value: LuaValue, in place: String) throws(DeclarationError) {
    let reader = try DeclarationReader(value, place: place, of: Self.definition)
    kind = try reader.word("kind", DeliveryKind.self) ?? .ipa
    guard kind != .xcarchive else {
      throw DeclarationError(
        "\(place): describe an Xcode archive as a bundle of kind \"archive\" that contains the bundle")
    }
    var files: [(path: String, file: Fixture.File)] = []
    for (path, value) in try reader.entries("files") {
      files.append((path, try FixtureFileReader.file(value, in: "\(place), files, \(path)")))
    }
    self.files = files
  }

  func container(ofBundle name: String, in place: String) throws(DeclarationError) -> BundleContainer? {
    let product = kind == .ipa ? "Payload/\(name)" : name
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    var nodes: [(path: String, node: MemoryStorage.Node)] = [(product, .directory)]
    for (path, file) in files {
      guard let node = file.node else { continue }
      guard path != product, !path.utf8.starts(with: (product + "/").utf8) else {
        throw DeclarationError("\(place), delivery: \(path) is in the bundle itself; put it into its 'files'")
      }
      nodes.append((path, node))
    }
    let storage = try mapError(try MemoryStorage(nodes)) { (error: StorageError) in
      DeclarationError("\(place), delivery: \(error.description)")
    }
    return BundleContainer(storage: storage, product: product, displayPath: stem + (kind == .ipa ? ".ipa" : ".zip"))
  }
}

extension Fixture.File {
  var node: MemoryStorage.Node? {
    switch self {
    case .text(let text, let mode): .text(text, mode: mode)
    case .bytes(let bytes, let mode): .file(bytes, mode: mode)
    case .zeros(let count, let mode): .zeros(count, mode: mode)
    case .link(let target): .link(target)
    case .directory(let mode): .folder(mode: mode)
    case .special: .other
    case .absent: nil
    }
  }
}
