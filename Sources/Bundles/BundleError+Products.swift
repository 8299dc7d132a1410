import Basics
import PropertyLists

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
