public import Basics

/// An error while reading a bundle. `file` is the file or directory; `subject` the bundle, relative to the outer one.
public typealias BundleError = Diagnostic<BundleCode>

/// A stable error code; users see it and may match it.
public struct BundleCode: DiagnosticCode {
  /// The name.
  public let rawValue: String

  /// Makes a code.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The path does not exist.
  public static let notFound = BundleCode(rawValue: "bundle.not-found")
  /// The file is of a kind that is not checked.
  public static let unsupported = BundleCode(rawValue: "bundle.unsupported-kind")
  /// The file is not a bundle.
  public static let notABundle = BundleCode(rawValue: "bundle.not-a-bundle")
  /// The information property list is missing from the path that the layout requires.
  public static let noInfoPlist = BundleCode(rawValue: "bundle.no-info-plist")
  /// The information property list's name differs in letter case.
  public static let infoPlistCase = BundleCode(rawValue: "bundle.info-plist-case")
  /// The information property list, or a directory on the way to it, cannot be read.
  public static let unreadable = BundleCode(rawValue: "bundle.unreadable")
  /// The information property list's root is not a dictionary.
  public static let infoNotADictionary = BundleCode(rawValue: "bundle.info-not-a-dictionary")
  /// A property list cannot be parsed.
  public static let malformedPropertyList = BundleCode(rawValue: "plist.malformed")
  /// A framework has several versions, and none is marked as current.
  public static let ambiguousVersion = BundleCode(rawValue: "bundle.ambiguous-version")
  /// Bundles are nested more deeply than the limit.
  public static let tooDeep = BundleCode(rawValue: "limit.bundle-depth")
  /// An archive has no product, or its property list names one that does not exist.
  public static let archiveProduct = BundleCode(rawValue: "bundle.archive-product")
  /// The property list of an .xcframework does not match its slices.
  public static let frameworkSlice = BundleCode(rawValue: "bundle.xcframework-slice")
  /// An archive's products contain more directories than the limit.
  public static let tooManyDirectories = BundleCode(rawValue: "limit.archive-directories")
  /// There are more folders that may contain nested bundles than the limit.
  public static let tooManyFolders = BundleCode(rawValue: "limit.bundle-search")
  /// There are more bundles than the limit.
  public static let tooMany = BundleCode(rawValue: "limit.bundle-count")
  /// The information property lists of all bundles need more memory than the limit.
  public static let tooMuchInfo = BundleCode(rawValue: "limit.info-memory")
  /// A file named like an archive has other contents.
  public static let notAnArchive = BundleCode(rawValue: "archive.not-an-archive")
  /// An archive has no bundle in any of the expected places.
  public static let noBundleInArchive = BundleCode(rawValue: "archive.no-bundle")
  /// An archive contains several bundles.
  public static let severalBundlesInArchive = BundleCode(rawValue: "archive.several-bundles")
}

extension BundleError {
  init(_ code: Code, _ message: String, file: String?, place: Place = Place(), bundle: String, hint: String? = nil) {
    self.init(code, message, file: file, place: place, hint: hint, subject: bundle)
  }

  /// Returns the result of `body`; throws a storage error as an error of the bundle.
  static func reading<Result>(
    _ file: @autoclosure () -> String, of bundle: String, _ body: () throws(StorageError) -> Result
  ) throws(BundleError) -> Result {
    do throws(StorageError) {
      return try body()
    } catch {
      throw .unreadable(error, file: file(), bundle: bundle)
    }
  }

  /// The bundle, relative to the outer one; `""` for the outer one.
  public var bundle: String { subject ?? "" }
}
