import PropertyLists

/// Finds the slices of an `.xcframework`: a directory for each platform and variant, with a framework, or a library, which is not a bundle.
/// `AvailableLibraries` of its Info.plist lists them with their platforms.
struct FrameworkSlices {
  /// The maximum number of entries of `AvailableLibraries`; Apple has about a dozen platforms and variants.
  static let maximumSlices = 1000

  let directory: BundleDirectory
  let arrangement: Arrangement
  let infoPath: String
  let info: PropertyList

  func read() throws(BundleError) -> NestedSearch {
    var search = NestedSearch()
    func wrong(_ reason: String, _ node: PropertyList.Node) -> NestedSearch {
      NestedSearch(errors: [error("AvailableLibraries names \(reason)", node)])
    }
    guard let list = info.value(of: info.root, forKey: "AvailableLibraries"), info.kind(of: list) == .array,
      info.count(of: list) > 0
    else { return wrong("no slices", info.root) }
    guard info.count(of: list) <= Self.maximumSlices else {
      return wrong("more than \(Self.maximumSlices) slices", list)
    }
    var named: [String] = []
    for position in 0..<info.count(of: list) {
      guard let slice = info.element(of: list, at: position) else { continue }
      try read(slice, position, &named, &search)
    }
    for entry in arrangement.infoEntries where entry.type == .directory && entry.name != "_CodeSignature" {
      guard !named.contains(where: { $0.hasSameBytes(as: entry.name) }) else { continue }
      search.diagnostics.append(
        BundleDiagnostic(
          code: "xcframework.unlisted-slice",
          message: "no entry in AvailableLibraries names it, so Xcode never uses it",
          path: entry.name))
      search.places.append(NestedSearch.Place(directory: entry.name, entries: try directory.list(entry.name)))
    }
    return search
  }

  private func read(
    _ slice: PropertyList.Node, _ position: Int, _ named: inout [String], _ search: inout NestedSearch
  ) throws(BundleError) {
    func text(_ key: String) -> String? { info.value(of: slice, forKey: key).flatMap { info.string(of: $0) } }
    func wrong(_ reason: String) -> BundleError { error("AvailableLibraries/\(position) \(reason)", slice) }
    guard let identifier = text("LibraryIdentifier"), BundlePath.components(identifier) == [identifier],
      identifier != ".."
    else { return search.errors.append(wrong("has no LibraryIdentifier, or one that is not a directory name")) }
    guard let library = text("LibraryPath"), case let components = BundlePath.components(library), !components.isEmpty,
      library.utf8.first != 0x2F, !components.contains("..")
    else { return search.errors.append(wrong("has no LibraryPath inside the slice")) }
    guard arrangement.infoEntries.contains(where: { $0.name.hasSameBytes(as: identifier) && $0.type == .directory })
    else { return search.errors.append(wrong("names the slice \(identifier), but there is no such directory")) }

    let path = BundlePath.join(identifier, components.dropLast().joined(separator: "/"))
    let isFirst = !named.contains(where: { $0.hasSameBytes(as: identifier) })
    named.append(identifier)
    let entries = try directory.listIfPresent(path) ?? []
    if isFirst {
      search.places.append(
        NestedSearch.Place(
          directory: path, entries: entries,
          platform: Self.platform(text("SupportedPlatform"), text("SupportedPlatformVariant"))))
    }
    let shown = BundlePath.join(identifier, library)
    switch entries.first(where: { $0.name.hasSameBytes(as: components.last ?? "") })?.type {
    case nil: search.errors.append(wrong("names \(shown), which does not exist"))
    case .file?:
      search.diagnostics.append(
        BundleDiagnostic(
          code: "xcframework.library",
          message: "a library, not a framework: this slice contains no bundle to check",
          path: shown))
    case .other?: search.errors.append(wrong("names \(shown), which is neither a framework nor a library"))
    case .directory?, .symbolicLink?:
      // It is read with the other entries of the directory, where a link is reported.
      if BundleKinds.kind(ofName: shown) == nil {
        search.errors.append(wrong("names \(shown), which is neither a framework nor a library"))
      }
    }
  }

  private func error(_ reason: String, _ node: PropertyList.Node) -> BundleError {
    BundleError(
      .frameworkSlice, reason, file: directory.display(infoPath), place: info.place(of: node), bundle: directory.path,
      hint: "create it again with xcodebuild -create-xcframework")
  }

  /// Xcode writes `xros` for visionOS. A simulator slice counts as its platform.
  private static func platform(_ name: String?, _ variant: String?) -> Bundle.Platform? {
    if variant == "maccatalyst" { return .catalyst }
    return switch name {
    case "xros"?: .visionos
    case let name?: Bundle.Platform(rawValue: name)
    case nil: nil
    }
  }
}
