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
