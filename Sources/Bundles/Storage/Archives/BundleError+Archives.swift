/// Every sentence of `BundleError` about archives.
extension BundleError {
  /// What to do about an entry or an archive that can't be read.
  static func hint(for code: StorageCode) -> String? {
    switch code {
    case .malformedArchive: "copy or download it again, or make it anew"
    case .disagreeingArchive, .duplicateEntry, .overlappingEntry: "make it anew with zip, tar or Xcode"
    case .entryName, .entryTraversal: "archive the bundle from the folder it lies in, under its own name"
    case .encryptedEntry: "archive it without a password"
    case .entryMethod: "archive it anew with zip, ditto or Xcode"
    case .entrySize, .entryChecksum: "copy or download it again, or make it anew"
    case .entryLink: "archive what the link points to"
    case .archiveBomb: "unpack it with a tool you trust, and check the bundle itself"
    default: nil
    }
  }

  static func notThatArchive(_ words: String, expected: String, file: String) -> BundleError {
    BundleError(
      .notAnArchive, "by its name this is \(expected), by its bytes \(words)", file: file,
      hint: "check what the step that made or downloaded it wrote")
  }

  static func archive(_ failure: ArchiveBundle.Failure, file: String) -> BundleError {
    switch failure {
    case .none(let place, let found):
      BundleError(
        .noBundleInArchive, "no bundle in the archive: \(here(place, file)) \(listed(found))", file: file,
        hint:
          "archive one bundle: an .ipa holds Payload/NAME.app, other archives hold the bundle at the top or in one folder"
      )
    case .several(let place, let found):
      BundleError(
        .severalBundlesInArchive, "several bundles in the archive: \(here(place, file)) \(listed(found))", file: file,
        hint: "archive one bundle, or unpack it and check each")
    }
  }

  private static func here(_ place: String, _ file: String) -> String {
    place.isEmpty ? "at its top" : "in \(place)/"
  }

  private static let listedNames = 8

  private static func listed(_ names: [String]) -> String {
    if names.isEmpty { return "there is nothing" }
    let rest = names.count - listedNames
    return "there is " + names.prefix(listedNames).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
