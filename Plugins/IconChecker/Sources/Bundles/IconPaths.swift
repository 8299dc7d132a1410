import CheckerKit

/// The files of a bundle that are looked at.
struct IconPaths {
  /// One of them.
  struct Entry {
    /// Relative to the bundle.
    let path: String
    /// The highest of what it stands for.
    let role: NamedIcons.Role
    /// Whether a symbolic link lies there.
    let isLink: Bool
  }

  /// By path, each once.
  let entries: [Entry]

  /// The files that Info.plist names, all variants of those, and with `images` every PNG in the resources that lies in no other
  /// bundle. A name without a file is for rules about what must be there: the icon may lie in an asset catalog.
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
      // What a link leads to is looked at where it lies.
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
