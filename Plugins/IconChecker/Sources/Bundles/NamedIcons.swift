/// The names of icons in Info.plist (Information Property List Key Reference).
struct NamedIcons {
  /// What an icon stands for.
  enum Role: Int, Comparable {
    /// Nothing: a picture that no key names.
    case image
    /// A type of documents.
    case document
    /// The bundle itself.
    case application

    static func < (a: Role, b: Role) -> Bool { a.rawValue < b.rawValue }
  }

  /// Each name once, those of applications first, which is the higher role.
  private(set) var names: [(name: String, role: Role)] = []
  private var known: Set<String> = []

  /// Reads `CFBundleIconFile`, `CFBundleIconFiles`, `CFBundleIcons` with its primary and alternate icons, and the icons of
  /// types of documents; each key also with a suffix for a device, such as `~ipad`.
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

  /// A name, or a list of them. What is neither is for rules about types.
  private mutating func add(_ value: (some InfoValue)?, _ role: Role) {
    guard let value else { return }
    for text in [value.text].compactMap({ $0 }) + value.values.compactMap(\.text) where !text.isEmpty {
      if known.insert(text).inserted { names.append((text, role)) }
    }
  }
}
