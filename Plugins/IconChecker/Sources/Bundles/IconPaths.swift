import CheckerKit

struct IconPaths {
  struct Entry {
    /// The path relative to the bundle.
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
