import CheckerKit

struct IconPaths {
  struct Entry {
    let path: String
    /// The highest of the file's roles.
    let role: NamedIcons.Role
    let isLink: Bool
  }

  let entries: [Entry]

  /// Finds the files that Info.plist names and all their variants; with `images`, also every PNG in the resources
  /// outside nested bundles. A name without a file is not an error here, because the icon may be in an asset catalog.
  init(_ bundle: some IconBundle, images: Bool) throws(CheckerError) {
    var types: [String: CheckedBundle.FileType] = [:]
    var variants: [String: [String]] = [:]
    var order: [String] = []
    for (path, type) in try bundle.files() where type == .regular || type == .link {
      types[path] = type
      order.append(path)
      if let variant = VariantName(path) { variants[variant.stem, default: []].append(path) }
    }
    let folder = bundle.resourcesPath.isEmpty ? "" : bundle.resourcesPath + "/"
    var roles: [String: NamedIcons.Role] = [:]
    for (name, role) in NamedIcons(bundle.info).names {
      let named = folder + name
      let variant = VariantName(named) ?? VariantName(named + ".png")
      var paths = variants[variant?.stem ?? named] ?? []
      paths += [named, named + ".icns"].filter { types[$0] != nil }
      for path in paths { roles[path] = max(roles[path] ?? role, role) }
    }
    if images {
      let nested = bundle.nestedPaths.map { $0 + "/" }
      // The target of a link is checked at its own path.
      for path in order where types[path] == .regular && path.utf8.starts(with: folder.utf8) && VariantName(path) != nil
      {
        if roles[path] == nil, !nested.contains(where: { path.utf8.starts(with: $0.utf8) }) { roles[path] = .image }
      }
    }
    entries = order.compactMap { path in
      roles[path].map { Entry(path: path, role: $0, isLink: types[path] == .link) }
    }
  }
}

/// The parts of a variant's path: `Icons/Back@2x~ipad.png` is `Icons/Back` at scale 2 for `~ipad` (Resource
/// Programming Guide, "Providing High-Resolution Versions of Images").
struct VariantName {
  /// The path without scale, device and extension.
  let stem: String
  /// Pixels per point: 1, 2 or 3.
  let scale: Int
  /// The part from the tilde on; empty for all devices.
  let device: String

  /// Nil unless the path ends in `.png`.
  init?(_ path: String) {
    guard path.count > 4, path.suffix(4).lowercased() == ".png" else { return nil }
    var stem = path.dropLast(4)
    if let tilde = stem.lastIndex(of: "~"), stem[tilde...].dropFirst().allSatisfy(\.isLetter) {
      device = String(stem[tilde...])
      stem = stem[..<tilde]
    } else {
      device = ""
    }
    let scales: [Substring: Int] = ["@2x": 2, "@3x": 3]
    scale = scales[stem.suffix(3)] ?? 1
    if scale > 1 { stem = stem.dropLast(3) }
    self.stem = String(stem)
  }
}

struct NamedIcons {
  enum Role: Comparable {
    /// An image that no key names.
    case image
    case document
    case application
  }

  /// Each name once. Names of application icons come first, because that is the higher role.
  private(set) var names: [(name: String, role: Role)] = []
  private var known: Set<String> = []

  /// Reads `CFBundleIconFile`, `CFBundleIconFiles`, `CFBundleIcons` with its primary and alternate icons, and the
  /// icons of document types; each key also with a suffix for a device, such as `~ipad`.
  init(_ info: some InfoValue) {
    for suffix in ["", "~iphone", "~ipad"] {
      add(info["CFBundleIconFile" + suffix], .application)
      add(info["CFBundleIconFiles" + suffix], .application)
      let icons = info["CFBundleIcons" + suffix]
      let alternates = icons?["CFBundleAlternateIcons"]?.values ?? []
      for icon in [icons?["CFBundlePrimaryIcon"]].compactMap({ $0 }) + alternates {
        add(icon["CFBundleIconFiles"], .application)
        add(icon["CFBundleIconFile"], .application)
      }
    }
    for type in info["CFBundleDocumentTypes"]?.values ?? [] {
      add(type["CFBundleTypeIconFile"], .document)
      add(type["CFBundleTypeIconFiles"], .document)
    }
    for key in ["UTExportedTypeDeclarations", "UTImportedTypeDeclarations"] {
      for type in info[key]?.values ?? [] {
        add(type["UTTypeIconFile"], .document)
        add(type["UTTypeIconFiles"], .document)
      }
    }
  }

  /// Adds a name or a list of names. Rules about types report other values.
  private mutating func add(_ value: (some InfoValue)?, _ role: Role) {
    guard let value else { return }
    for text in [value.text].compactMap({ $0 }) + value.values.compactMap(\.text) where !text.isEmpty {
      if known.insert(text).inserted { names.append((text, role)) }
    }
  }
}

/// The parts of a bundle that matter for icons. Tests have bundles in memory.
protocol IconBundle {
  associatedtype Info: InfoValue

  var platform: String? { get }
  var resourcesPath: String { get }
  var nestedPaths: [String] { get }
  var info: Info { get }
  func files() throws(CheckerError) -> [(path: String, type: CheckedBundle.FileType)]
  func size(of path: String) throws(CheckerError) -> UInt64?
  func contents(of path: String, limit: Int) throws(CheckerError) -> [UInt8]
}

extension CheckedBundle: IconBundle {
  var nestedPaths: [String] { children.map { Self.path($0.path, in: path) } }

  /// Converts a path in a folder to one relative to the folder. Both are relative to the outer bundle, whose path is
  /// empty.
  static func path(_ path: String, in folder: String) -> String {
    // As bytes, because a combining mark at the start of a name would form one character with the slash.
    folder.isEmpty ? path : String(Substring(path.utf8.dropFirst(folder.utf8.count + 1)))
  }

  func size(of path: String) throws(CheckerError) -> UInt64? { try status(of: path)?.size }
}

/// The parts of an Info.plist value that matter for icons. Tests have values in memory.
protocol InfoValue {
  subscript(_ key: String) -> Self? { get }
  /// The string; nil for other types.
  var text: String? { get }
  /// The values in a dictionary or array in order; empty for other types.
  var values: [Self] { get }
}

extension CheckedValue: InfoValue {
  var values: [CheckedValue] { entries.map(\.value) }
}
