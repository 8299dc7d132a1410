import PropertyLists

/// Finds the bundles in an Xcode archive. They are below `Products/`, which mirrors the disk they will be installed on
/// (`Applications/App.app`, `Library/Frameworks/Kit.framework`, `usr/local/…`).
///
/// Debug symbols, `SwiftSupport` and the like are beside `Products/` and are not products.
struct ArchiveProducts {
  /// The maximum number of directories of `Products/` to list, not counting bundles; and their maximum depth.
  static let maximumDirectories = 1000
  static let maximumDepth = 16

  let directory: BundleDirectory
  let arrangement: Arrangement
  let infoPath: String
  let info: PropertyList

  func read() throws(BundleError) -> NestedSearch {
    var search = NestedSearch()
    func noProducts(_ reason: String) -> BundleError {
      BundleError(
        .archiveProduct, "the archive has no product: \(reason)", file: directory.displayPath, bundle: directory.path,
        hint: "archive a scheme whose targets install a bundle (SKIP_INSTALL=NO)")
    }
    switch arrangement.infoEntries.first(where: { $0.name == "Products" })?.type {
    case .directory?: break
    case nil: return NestedSearch(errors: [noProducts("it has no Products/")])
    case .file?, .symbolicLink?, .other?:
      return NestedSearch(errors: [noProducts("its Products is not a directory")])
    }
    var products: [String] = []
    var pending: [(path: String, depth: Int)] = [("Products", 1)]
    while let (path, depth) = pending.popLast() {
      guard search.places.count < Self.maximumDirectories, depth <= Self.maximumDepth else {
        search.errors.append(
          BundleError(
            .tooManyDirectories,
            "Products/ contains more than \(Self.maximumDirectories) directories outside of bundles; the rest were not searched",
            file: directory.display(path), bundle: directory.path))
        break
      }
      let entries = try directory.list(path)
      search.places.append(NestedSearch.Place(directory: path, entries: entries))
      for entry in entries.reversed() where entry.type == .directory || entry.type == .symbolicLink {
        let inside = BundlePath.join(path, entry.name)
        if BundleKinds.kind(ofName: entry.name) != nil {
          products.append(inside)
        } else if entry.type == .directory, BundlePath.loweredExtension(entry.name) != "dsym" {
          pending.append((inside, depth + 1))
        }
      }
    }
    if search.errors.isEmpty, products.isEmpty {
      search.errors.append(noProducts("Products/ contains no bundle that can be checked"))
    }
    if let error = wrongApplicationPath(products) { search.errors.append(error) }
    return search
  }

  /// `ApplicationProperties/ApplicationPath` names the application to submit, relative to `Products/`; archives of frameworks and tools
  /// have none.
  private func wrongApplicationPath(_ products: [String]) -> BundleError? {
    guard let properties = info.value(of: info.root, forKey: "ApplicationProperties"),
      let node = info.value(of: properties, forKey: "ApplicationPath")
    else { return nil }
    func wrong(_ reason: String) -> BundleError {
      BundleError(
        .archiveProduct, reason, file: directory.display(infoPath), place: info.place(of: node), bundle: directory.path,
        hint: "the archive is damaged or was only partly moved; create it again")
    }
    guard let path = info.string(of: node), !path.isEmpty else { return wrong("ApplicationPath is not a path") }
    let components = BundlePath.components(path)
    guard path.utf8.first != 0x2F, !components.contains("..") else {
      return wrong("ApplicationPath '\(path)' leads out of Products/")
    }
    let wanted = BundlePath.join("Products", components.joined(separator: "/"))
    guard products.contains(where: { $0.hasSameBytes(as: wanted) }) else {
      return wrong("ApplicationPath names '\(path)', but Products/ has no bundle at this path")
    }
    return nil
  }
}
