import Basics
package import PropertyLists

/// The information property list as a user with certain preferred languages gets it.
package struct LocalizedInfo: Sendable {
  package struct Value: Sendable {
    package let name: String
    package let key: String
    package let node: PropertyList.Node
    package let source: StringsTable.Source
    /// False if the value comes from the information property list itself.
    package let isLocalized: Bool
  }

  /// The localization whose strings are used; nil if they are outside all localizations, or if there are none.
  package let localization: String?
  /// The strings that override the information property list; nil if nothing overrides it.
  package let strings: StringsTable.Source?
  /// One value for each key: first the keys of the information property list in file order, then keys that only the strings have.
  package let values: [Value]
}

extension Bundle {
  /// Returns the localized information property list for a user who prefers `languages` (best first), on `device`; nil means the bundle's
  /// own platform and no particular device.
  ///
  /// `InfoPlist.strings` is looked up like any resource: outside the localizations, then in the best one, in `Base`, and in the others; in
  /// each place the file precedes the dictionary of an `InfoPlist.loctable`. Only one table is read. Its keys, including qualified ones,
  /// override keys of Info.plist (`CFBundleGetLocalInfoDictionary`). Throws if a table cannot be read or parsed, or is not a dictionary.
  /// `reading` is called with the size of each file in bytes before it is parsed.
  package func localizedInfo(
    languages: [String], device: DeviceKind? = nil, reading: (Int) -> Void = { _ in }
  ) throws(BundleError) -> LocalizedInfo {
    let found = try infoStrings(languages, device: device, reading)
    let own = StringsTable.Source(path: infoPath ?? "", list: info, node: info.root)
    var values: [LocalizedInfo.Value] = []
    let overriding = found.map { effective($0.source, device: device) } ?? []
    var positions: [ExactText: Int] = [:]
    for entry in effective(own, device: device) {
      positions[ExactText(entry.name)] = values.count
      values.append(
        LocalizedInfo.Value(name: entry.name, key: entry.key, node: entry.node, source: own, isLocalized: false))
    }
    if let source = found?.source {
      for entry in overriding {
        let value = LocalizedInfo.Value(
          name: entry.name, key: entry.key, node: entry.node, source: source, isLocalized: true)
        if let position = positions[ExactText(entry.name)] { values[position] = value } else { values.append(value) }
      }
    }
    return LocalizedInfo(localization: found?.localization, strings: found?.source, values: values)
  }

  /// If the platform is unknown, no qualified key applies and none is dropped, as on visionOS, which recognizes no qualifiers.
  private func effective(_ source: StringsTable.Source, device: DeviceKind?) -> [QualifiedKey.Effective] {
    QualifiedKey.effective(
      source.list, source.node, platform: device?.platform ?? platform ?? .visionos, device: device?.device)
  }

  private func infoStrings(
    _ languages: [String], device: DeviceKind?, _ reading: (Int) -> Void
  ) throws(BundleError) -> (localization: String?, source: StringsTable.Source)? {
    guard infoPath != nil else { return nil }
    let combined = try locTable("InfoPlist", reading)
    for (localization, folder) in try infoStringsPlaces(languages, combined) {
      if let file = try infoStringsFile(in: folder, device: device?.device) {
        return (localization, try source(file, "strings", reading))
      }
      if let localization, let entry = combined?.entry(for: localization, platform: platform) {
        return (localization, entry.source)
      }
    }
    return nil
  }

  private func infoStringsPlaces(
    _ languages: [String], _ combined: LocTable?
  ) throws(BundleError) -> [(localization: String?, folder: String)] {
    var available = try BundleError.reading(BundlePath.join(displayPath, resourcesPath), of: path) {
      () throws(StorageError) in try localizations()
    }
    var known = Set(available.map { LanguageIdentifier($0).comparisonKey })
    for name in combined?.languages ?? [] where known.insert(LanguageIdentifier(name).comparisonKey).inserted {
      available.append(name)
    }
    let search = Localizations.searchList(
      .init(available), developmentRegion: Localizations.developmentRegion(info, platform), languages: languages
    )
    let ordered = [search.first, "Base"].compactMap { $0 } + search.dropFirst()
    return unlocalizedPlaces.map { (nil, $0) }
      + ordered.map { ($0, BundlePath.join(resourcesPath, $0 + ".lproj")) }
  }

  private func infoStringsFile(in folder: String, device: String?) throws(BundleError) -> String? {
    try BundleError.reading(BundlePath.join(displayPath, folder), of: path) { () throws(StorageError) in
      try find(resourceNames("InfoPlist", type: "strings", device: device), in: folder)
    }
  }
}
