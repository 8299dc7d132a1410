import PropertyLists

extension Bundle {
  /// Returns the path of a resource, relative to the bundle, that Core Foundation finds for a user who prefers `language`, or nil if there
  /// is none.
  ///
  /// Searches outside every `.lproj` first, then in the best localization, in `Base.lproj`, and in the remaining ones
  /// (`_createQueryTableAtPath`, `CFBundle_Resources.c`). In each directory the name qualified by `device` and by the bundle's platform
  /// precedes the plain one; for `ipod` the qualifier is `~iphone`. `type` is the extension, with or without its dot; nil if `name`
  /// includes it. A nil `language` means the development region.
  package func resource(
    named name: String, ofType type: String? = nil, language: String? = nil, device: String? = nil
  ) throws(StorageError) -> String? {
    let languages = Localizations.searchList(
      try availableLocalizations(), developmentRegion: Localizations.developmentRegion(info, platform),
      languages: language.map { [$0] } ?? [])
    let folders = [languages.first, "Base"].compactMap { $0 } + languages.dropFirst()
    let (directory, file) = Self.separate(name)
    let wanted = resourceNames(file, type: type, device: device)
    for folder in unlocalizedPlaces + folders.map({ BundlePath.join(resourcesPath, $0 + ".lproj") }) {
      let place = BundlePath.join(folder, directory)
      if let found = try find(wanted, in: place) { return found }
    }
    return nil
  }

  /// Returns the path of a resource in the localization that any form of `language` names, without fallback, or nil if there is none.
  package func localizedResource(
    named name: String, ofType type: String? = nil, language: String
  ) throws(StorageError) -> String? {
    guard let folder = try localizationFolder(language) else { return nil }
    let (directory, file) = Self.separate(name)
    let place = BundlePath.join(BundlePath.join(resourcesPath, folder + ".lproj"), directory)
    return try find(resourceNames(file, type: type, device: nil), in: place)
  }

  /// The folders of resources without a language. Bundles of the oldest layout have a separate folder for them, which is searched first.
  var unlocalizedPlaces: [String] {
    guard infoPath?.asciiLowercased.utf8.starts(with: "support files/".utf8) ?? false else { return [resourcesPath] }
    return [BundlePath.join(resourcesPath, "Non-localized Resources"), resourcesPath]
  }

  func find(_ names: [String], in directory: String) throws(StorageError) -> String? {
    let folder: Folder
    do throws(StorageError) {
      folder = try files.folder(directory)
    } catch {
      guard error.isUnresolvable else { throw error }
      return nil
    }
    for name in names where folder.contains(name) {
      return BundlePath.join(directory, name)
    }
    return nil
  }

  /// The names to look for, most specific first. A qualifier precedes the extension, which may begin at the last dot or at the first.
  func resourceNames(_ name: String, type: String?, device: String?) -> [String] {
    var full = name
    if let type, !type.isEmpty { full += type.utf8.first == 0x2E ? type : "." + type }
    let system = platform.flatMap { QualifierSystem.system(for: $0) }
    let known = device.flatMap { device in (system?.devices.contains(device) ?? false) ? device : nil }
    let product = known.map { "~" + ($0 == "ipod" ? "iphone" : $0) }
    let platformName = system?.name.map { "-" + $0 }
    var qualifiers: [String] = []
    if let product, let platformName { qualifiers.append(platformName + product) }
    if let product { qualifiers.append(product) }
    if let platformName { qualifiers.append(platformName) }

    if qualifiers.isEmpty { return [full] }
    let bytes = Array(full.utf8)
    let (last, first) = (bytes.dropFirst().lastIndex(of: 0x2E), bytes.dropFirst().firstIndex(of: 0x2E))
    let places = last == first ? [last ?? bytes.count] : [last, first].compactMap { $0 }
    var names: [String] = []
    for qualifier in qualifiers {
      for place in places {
        names.append(String(decoding: bytes[..<place] + Array(qualifier.utf8) + bytes[place...], as: UTF8.self))
      }
    }
    return names + [full]
  }

  private static func separate(_ name: String) -> (directory: String, file: String) {
    if !name.contains(byte: 0x2F) { return ("", name == "." ? "" : name) }
    let components = BundlePath.components(name)
    return (components.dropLast().joined(separator: "/"), components.last ?? "")
  }
}
