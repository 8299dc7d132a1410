import Basics
import PropertyLists

extension BundleError {
  static func notFound(path: String) -> BundleError {
    BundleError(
      .notFound, "no such file or directory", file: path,
      hint: "check the spelling and letter case, and whether the build produced it")
  }

  static func notRegular(path: String) -> BundleError {
    BundleError(.notABundle, "not a bundle: this is a named pipe, socket or device; it was not opened", file: path)
  }

  static func unreadable(_ error: StorageError, file: String, bundle: String) -> BundleError {
    let hint: String? =
      switch error.code {
      case .permissionDenied: "give the user that runs the check permission to read it"
      case .leavesRoot, .absoluteLink: "replace the link with its target, or point it to a file inside the bundle"
      case .brokenLink, .tooManyLinks: "correct the target of the link"
      case .notAFile: "put a regular file there"
      default: self.hint(for: error.code)
      }
    let code = error.code.isReported ? BundleCode(rawValue: error.code.rawValue) : .unreadable
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

  static func malformed(_ error: PropertyListError, bundle: String) -> BundleError {
    // A limit that was reached is not a mistake in the file.
    let isLimit = error.code.rawValue.hasPrefix("limit.")
    return BundleError(
      isLimit ? BundleCode(rawValue: error.code.rawValue) : .malformedPropertyList, error.message, file: error.file,
      place: error.place, bundle: bundle, hint: error.hint)
  }

  static func ambiguousVersion(_ versions: [String], file: String, bundle: String) -> BundleError {
    BundleError(
      .ambiguousVersion,
      versions.isEmpty
        ? "the framework has a Versions/ directory without any version"
        : "the framework has the versions \(versions.joined(separator: ", ")) but neither Versions/Current nor a Resources link says which is current",
      file: file, bundle: bundle, hint: "make Versions/Current a symbolic link to the current version")
  }

  static func hint(for code: StorageCode) -> String? {
    switch code {
    case .malformedArchive, .entrySize, .entryChecksum: "copy or download it again, or create it again"
    case .disagreeingArchive, .duplicateEntry, .overlappingEntry: "create it again with zip, tar or Xcode"
    case .entryName, .entryTraversal: "archive the bundle from the folder that contains it, under its own name"
    case .encryptedEntry: "archive it without a password"
    case .entryMethod: "archive it again with zip, ditto or Xcode"
    case .entryLink: "archive the target of the link"
    case .archiveBomb: "unpack it with a tool you trust, and check the bundle itself"
    default: nil
    }
  }

  static func archive(_ failure: ArchiveBundle.Failure, file: String) -> BundleError {
    switch failure {
    case .none(let place, let found):
      BundleError(
        .noBundleInArchive, "no bundle in the archive: \(place) \(listed(found))", file: file,
        hint:
          "archive one bundle: an .ipa contains Payload/NAME.app; other archives contain the bundle at the top level or in one folder"
      )
    case .several(let place, let found):
      BundleError(
        .severalBundlesInArchive, "several bundles in the archive: \(place) \(listed(found))", file: file,
        hint: "archive one bundle, or unpack it and check each")
    case .unreadable(let error): .unreadable(error, file: file, bundle: "")
    }
  }

  private static let listedNames = 8

  private static func listed(_ names: [String]) -> String {
    if names.isEmpty { return "there are no files" }
    let rest = names.count - listedNames
    return "there is " + names.prefix(listedNames).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension Diagnostic {
  /// Whether this is a limit error, which a rule cannot catch.
  package var isLimit: Bool {
    let code = code.rawValue
    return code.hasPrefix("limit.") || StorageCode(rawValue: code)?.isLimit == true
  }
}
