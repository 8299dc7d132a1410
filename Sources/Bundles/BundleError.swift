public import Basics

/// Why a bundle couldn't be read. Its file is the file or directory; its subject the bundle, relative to the outer one.
public typealias BundleError = Diagnostic<BundleCode>

/// A stable name for a reason; users may see and match it.
public struct BundleCode: DiagnosticCode {
  /// The name.
  public let rawValue: String

  /// Makes a code.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nothing lies at the path.
  public static let notFound = BundleCode(rawValue: "bundle.not-found")
  /// What lies there is not a kind this version judges.
  public static let unsupported = BundleCode(rawValue: "bundle.unsupported-kind")
  /// What lies there is not a bundle at all.
  public static let notABundle = BundleCode(rawValue: "bundle.not-a-bundle")
  /// There is no information property list where the layout puts it.
  public static let noInfoPlist = BundleCode(rawValue: "bundle.no-info-plist")
  /// The information property list's name differs in letter case.
  public static let infoPlistCase = BundleCode(rawValue: "bundle.info-plist-case")
  /// The information property list, or a directory on the way, can't be read.
  public static let unreadable = BundleCode(rawValue: "bundle.unreadable")
  /// The information property list's root is not a dictionary.
  public static let infoNotADictionary = BundleCode(rawValue: "bundle.info-not-a-dictionary")
  /// A property list that doesn't parse.
  public static let malformedPropertyList = BundleCode(rawValue: "plist.malformed")
  /// A framework with several versions and none of them current.
  public static let ambiguousVersion = BundleCode(rawValue: "bundle.ambiguous-version")
  /// Bundles nested deeper than the limit.
  public static let tooDeep = BundleCode(rawValue: "limit.bundle-depth")
  /// An archive without a product, or whose property list names one that isn't there.
  public static let archiveProduct = BundleCode(rawValue: "bundle.archive-product")
  /// An .xcframework whose property list doesn't fit its slices.
  public static let frameworkSlice = BundleCode(rawValue: "bundle.xcframework-slice")
  /// More directories among an archive's products than the limit.
  public static let tooManyDirectories = BundleCode(rawValue: "limit.archive-directories")
  /// More folders that may contain nested bundles than the limit.
  public static let tooManyFolders = BundleCode(rawValue: "limit.bundle-search")
  /// More bundles than the limit.
  public static let tooMany = BundleCode(rawValue: "limit.bundle-count")
  /// The information property lists of all bundles take more memory than the limit.
  public static let tooMuchInfo = BundleCode(rawValue: "limit.info-memory")
  /// A file named like an archive is something else.
  public static let notAnArchive = BundleCode(rawValue: "archive.not-an-archive")
  /// An archive holds no bundle where one is looked for.
  public static let noBundleInArchive = BundleCode(rawValue: "archive.no-bundle")
  /// An archive holds several bundles.
  public static let severalBundlesInArchive = BundleCode(rawValue: "archive.several-bundles")
}

extension BundleError {
  init(_ code: Code, _ message: String, file: String?, place: Place = Place(), bundle: String, hint: String? = nil) {
    self.init(code, message, file: file, place: place, hint: hint, subject: bundle)
  }

  /// The bundle, relative to the outer one; `""` for the outer one.
  public var bundle: String { subject ?? "" }
}
