import Basics
import PropertyLists

/// Finds and reads a bundle's information property list in the directory that its layout determines.
///
/// The listed name must be exactly `Info.plist`, so that a case-insensitive file system does not hide a wrong spelling. `Info-macos.plist`
/// and `Info-iphoneos.plist` replace the file completely on their platform (`_CFBundleCopyInfoDictionaryInDirectoryWithVersion`,
/// `CFBundle_InfoPlist.c`).
struct InfoReader {
  let directory: BundleDirectory
  let arrangement: Arrangement
  let limit: Int

  private static let macName = "Info-macos.plist"
  private static let phoneName = "Info-iphoneos.plist"

  /// Names that match a platform-specific name only on a case-insensitive file system; on others the common file is read.
  var misspelled: [BundleDiagnostic] {
    arrangement.infoEntries.compactMap { entry in
      // The length rules out most names.
      guard
        let usual = [Self.macName, Self.phoneName].first(where: {
          $0.utf8.count == entry.name.utf8.count && $0 != entry.name && $0.asciiLowercased == entry.name.asciiLowercased
        })
      else { return nil }
      return BundleDiagnostic(
        code: "layout.case",
        message: "the file is spelled \(entry.name), but the platform opens \(usual); letter case matters",
        path: BundlePath.join(arrangement.infoDirectory, entry.name))
    }
  }

  func read() throws(BundleError) -> (path: String, info: PropertyList)? {
    let names = arrangement.infoEntries
    let hasMac = names.contains { $0.name == Self.macName }
    let hasPhone = names.contains { $0.name == Self.phoneName }
    guard names.contains(where: { $0.name == "Info.plist" }) else {
      if hasMac, !hasPhone || arrangement.layout != .flat { return try read(Self.macName) }
      if hasPhone { return try read(Self.phoneName) }
      if let other = names.first(where: { $0.name.asciiLowercased == "info.plist" }) {
        throw BundleError(
          .infoPlistCase, "found \(other.name), but the platform looks for Info.plist; letter case matters",
          file: directory.display(BundlePath.join(arrangement.infoDirectory, other.name)), bundle: directory.path,
          hint: "rename it to Info.plist")
      }
      return nil
    }
    let common = try read("Info.plist")
    guard hasMac || hasPhone else { return common }
    switch PlatformDetection.declared(common.info) ?? PlatformDetection.usual(for: arrangement.layout) {
    case .macos? where hasMac, .catalyst? where hasMac: return try read(Self.macName)
    case .ios? where hasPhone: return try read(Self.phoneName)
    default: return common
    }
  }

  func read(_ name: String) throws(BundleError) -> (path: String, info: PropertyList) {
    let path = BundlePath.join(arrangement.infoDirectory, name)
    let shown = directory.display(path)
    let bytes = try BundleError.reading(shown, of: directory.path) { () throws(StorageError) in
      try directory.storage.read(BundlePath.join(directory.path, path), limit: limit)
    }
    return (path, try Self.parse(bytes, file: shown, bundle: directory.path))
  }

  static func empty(file: String, bundle: String) throws(BundleError) -> PropertyList {
    try parse(Array("<plist><dict/></plist>".utf8), file: file, bundle: bundle)
  }

  static func parse(_ bytes: [UInt8], file: String, bundle: String) throws(BundleError) -> PropertyList {
    guard !bytes.isEmpty else {
      throw BundleError(
        .malformedPropertyList, "the information property list is empty (0 bytes)", file: file, bundle: bundle,
        hint: "check the build step that writes it")
    }
    return try dictionary(bytes, "an information property list", file: file, bundle: bundle)
  }

  /// Parses a list whose root must be a dictionary. `what` names the kind of file.
  static func dictionary(
    _ bytes: [UInt8], _ what: String, file: String, hint: PropertyList.Hint = .automatic,
    limits: PropertyLists.Limits = .default, bundle: String
  ) throws(BundleError) -> PropertyList {
    let list = try mapError(try PropertyList.parse(bytes, file: file, as: hint, limits: limits)) {
      (error: PropertyListError) in
      BundleError.malformed(error, bundle: bundle)
    }
    let kind = list.kind(of: list.root)
    guard kind == .dictionary else {
      throw BundleError(
        .infoNotADictionary, "the root of \(what) must be a dictionary, not \(kind)", file: file,
        place: list.place(of: list.root), bundle: bundle)
    }
    return list
  }
}
