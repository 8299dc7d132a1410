public import Basics

/// Why a bundle couldn't be read.
public struct BundleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A stable name for a reason; users may see and match it.
  public struct Code: Hashable, Sendable, RawRepresentable {
    /// The name.
    public let rawValue: String

    /// Makes a code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing lies at the path.
    public static let notFound = Code(rawValue: "bundle.not-found")
    /// What lies there is not a kind this version judges.
    public static let unsupported = Code(rawValue: "bundle.unsupported-kind")
    /// What lies there is not a bundle at all.
    public static let notABundle = Code(rawValue: "bundle.not-a-bundle")
    /// There is no information property list where the layout puts it.
    public static let noInfoPlist = Code(rawValue: "bundle.no-info-plist")
    /// The information property list's name differs in letter case.
    public static let infoPlistCase = Code(rawValue: "bundle.info-plist-case")
    /// The information property list, or a directory on the way, can't be read.
    public static let unreadable = Code(rawValue: "bundle.unreadable")
    /// The information property list's root is not a dictionary.
    public static let infoNotADictionary = Code(rawValue: "bundle.info-not-a-dictionary")
    /// A property list that doesn't parse.
    public static let malformedPropertyList = Code(rawValue: "plist.malformed")
    /// A framework with several versions and none of them current.
    public static let ambiguousVersion = Code(rawValue: "bundle.ambiguous-version")
    /// Bundles nested deeper than the limit.
    public static let tooDeep = Code(rawValue: "limit.bundle-depth")
    /// An archive without a product, or whose property list names one that isn't there.
    public static let archiveProduct = Code(rawValue: "bundle.archive-product")
    /// An .xcframework whose property list doesn't fit its slices.
    public static let frameworkSlice = Code(rawValue: "bundle.xcframework-slice")
    /// More directories among an archive's products than the limit.
    public static let tooManyDirectories = Code(rawValue: "limit.archive-directories")
    /// More bundles than the limit.
    public static let tooMany = Code(rawValue: "limit.bundle-count")
    /// The information property lists of all bundles take more memory than the limit.
    public static let tooMuchInfo = Code(rawValue: "limit.info-memory")
  }

  /// The reason.
  public let code: Code
  /// What was found, what was expected.
  public let message: String
  /// The file or directory, as the user would name it.
  public let file: String
  /// Where in `file`; empty when the whole file is meant.
  public var place: Place
  /// The bundle, relative to the outer one; `""` for the outer one.
  public var bundle: String
  /// What to do.
  public var hint: String?

  init(
    _ code: Code, _ message: String, file: String, place: Place = Place(), bundle: String = "", hint: String? = nil
  ) {
    self.code = code
    self.message = message
    self.file = file
    self.place = place
    self.bundle = bundle
    self.hint = hint
  }

  /// The line in `file`, counted from 1.
  public var line: Int? { place.line.map(Int.init) }

  /// One line: `FILE[:PLACE]: error: MESSAGE; HINT`.
  public var description: String { place.errorLine(message, in: file, hint: hint) }
}
