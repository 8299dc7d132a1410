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
