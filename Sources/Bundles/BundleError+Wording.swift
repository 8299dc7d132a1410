import Basics
import PropertyLists

/// Every sentence of `BundleError`.
extension BundleError {
  static func notFound(path: String) -> BundleError {
    BundleError(
      .notFound, "nothing lies at this path", file: path,
      hint: "check the spelling, letter case included, and that the build has produced it")
  }

  static func notRegular(path: String) -> BundleError {
    BundleError(
      .notABundle,
      "not a bundle: a named pipe, socket or device; it was not opened",
      file: path)
  }

  static func debugSymbols(path: String) -> BundleError {
    BundleError(
      .unsupported, "a .dSYM holds debug symbols and is not a bundle kind we judge", file: path,
      hint: "check the application or framework it was made for")
  }

  static func stringsFile(path: String) -> BundleError {
    BundleError(
      .notABundle, "not a bundle: a table of localized strings", file: path,
      hint: "check the bundle it lies in; `bundlepolicy inspect` prints the table")
  }

  static func unreadable(_ error: StorageError, file: String, bundle: String) -> BundleError {
    let hint: String? =
      switch error.code {
      case .permissionDenied: "give the account that runs the check permission to read it"
      case .leavesRoot, .absoluteLink: "replace the link by what it points to, or point it inside the bundle"
      case .brokenLink, .tooManyLinks: "point the link to what it should name"
      case .notAFile: "put a regular file there"
      default: self.hint(for: error.code)
      }
    let code = error.code.isOfArchives ? BundleCode(rawValue: error.code.rawValue) : .unreadable
    return BundleError(code, error.message, file: file, bundle: bundle, hint: hint)
  }

  static func noInfoPlist(
    file: String, bundle: String, lookedIn: [String], arrangement: String?, hint: String?
  ) -> BundleError {
    let places = lookedIn.map { $0.isEmpty ? "the top directory" : "\($0)/" }.joined(separator: " and ")
    let reason = arrangement.map { ", because \($0)" } ?? ""
    return BundleError(
      .noInfoPlist, "not a bundle: no Info.plist in \(BundlePath.lastComponent(file)); looked in \(places)\(reason)",
      file: file, bundle: bundle, hint: hint)
  }

  static func emptyDirectory(file: String, bundle: String) -> BundleError {
    BundleError(
      .noInfoPlist, "not a bundle: \(BundlePath.lastComponent(file)) is an empty directory", file: file, bundle: bundle,
      hint: "a build or copy step created it and put nothing in it")
  }

  static func infoPlistCase(found: String, file: String, bundle: String) -> BundleError {
    BundleError(
      .infoPlistCase, "found \(found); the platform looks for Info.plist, case matters", file: file, bundle: bundle,
      hint: "rename it to Info.plist")
  }

  static func emptyInfo(file: String, bundle: String) -> BundleError {
    BundleError(
      .malformedPropertyList, "the information property list is empty (0 bytes)", file: file, bundle: bundle,
      hint: "the build step that writes it did not finish")
  }

  static func malformed(_ error: PropertyListError, bundle: String) -> BundleError {
    BundleError(
      .malformedPropertyList, error.message, file: error.file, place: error.place, bundle: bundle, hint: error.hint)
  }

  static func notADictionary(_ kind: PropertyList.Kind, file: String, place: Place, bundle: String) -> BundleError {
    BundleError(
      .infoNotADictionary, "the root of an information property list is a dictionary, here it is of type \(kind)",
      file: file, place: place, bundle: bundle)
  }

  static func stringsNotADictionary(
    _ kind: PropertyList.Kind, file: String, place: Place, bundle: String
  ) -> BundleError {
    BundleError(
      .infoNotADictionary, "the root of a table of strings is a dictionary, here it is of type \(kind)", file: file,
      place: place, bundle: bundle)
  }

  static func insideOfABundle(file: String) -> BundleError {
    BundleError(
      .notABundle, "not a bundle: \(BundlePath.lastComponent(file)) is a part of one", file: file,
      hint: "check the directory it lies in")
  }

  static func linkCycle(path: String) -> BundleError {
    BundleError(
      .unreadable, "the symbolic links at this path go around in a circle", file: path,
      hint: "point the link to what it should name")
  }

  static func ambiguousVersion(_ versions: [String], file: String, bundle: String) -> BundleError {
    BundleError(
      .ambiguousVersion,
      versions.isEmpty
        ? "the framework has Versions/ but no version in it"
        : "the framework has the versions \(versions.joined(separator: ", ")) and neither Versions/Current nor a Resources link tells which is current",
      file: file, bundle: bundle, hint: "make Versions/Current a symbolic link to the current version")
  }

  static func wrapper(_ reason: String, file: String, bundle: String) -> BundleError {
    BundleError(
      .notABundle, "Wrapper/ and WrappedBundle make this a wrapped bundle, but \(reason)", file: file, bundle: bundle,
      hint: "WrappedBundle must be a relative symbolic link to the bundle below Wrapper/, with the same extension")
  }

  static func tooDeep(limit: Int, file: String, bundle: String) -> BundleError {
    BundleError(
      .tooDeep, "bundles are nested more than \(limit) deep; what lies deeper was not read", file: file, bundle: bundle)
  }

  static func tooMuchInfo(limit: Int, file: String) -> BundleError {
    BundleError(
      .tooMuchInfo,
      "the information property lists of all bundles take more than \(limit >> 20) MiB of memory; the rest was not read",
      file: file)
  }

  static func tooMany(limit: Int, file: String) -> BundleError {
    BundleError(.tooMany, "more than \(limit) bundles; the rest was not read", file: file)
  }
}

/// What is wrong with archives, frameworks for several platforms, and names.
extension BundleError {
  static func namedAsInnards(_ ending: String, file: String, bundle: String) -> BundleError {
    BundleError(
      .notABundle,
      "the platform takes a flat directory whose name ends in '\(ending)' for the inside of a bundle and reads no Info.plist in it",
      file: file, bundle: bundle, hint: "rename it")
  }

  static func noProducts(_ reason: String, file: String, _ bundle: String) -> BundleError {
    BundleError(
      .archiveProduct, "the archive has no product: \(reason)", file: file, bundle: bundle,
      hint: "archive a scheme whose targets install a bundle (SKIP_INSTALL=NO)")
  }

  static func wrongProduct(_ reason: String, file: String, place: Place, bundle: String) -> BundleError {
    BundleError(
      .archiveProduct, reason, file: file, place: place, bundle: bundle,
      hint: "the archive is damaged or was moved in part; make it again")
  }

  static func tooManyProductDirectories(limit: Int, file: String, _ bundle: String) -> BundleError {
    BundleError(
      .tooManyDirectories,
      "Products/ holds more than \(limit) directories outside of bundles; the rest was not searched",
      file: file, bundle: bundle)
  }

  static func wrongSlice(_ reason: String, file: String, place: Place, bundle: String) -> BundleError {
    BundleError(
      .frameworkSlice, reason, file: file, place: place, bundle: bundle,
      hint: "make it again with xcodebuild -create-xcframework")
  }
}

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
