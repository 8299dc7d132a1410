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
