internal import PropertyLists

/// What checkers are shown: the bundles of one graph by number, as `BundleGraph` counts them.
protocol CheckerGraph: AnyObject {
  /// What is known of a bundle; nil past the last.
  func facts(of bundle: Int) throws(CheckerReadError) -> CheckerFacts?
  /// Every file, directory and link at any depth, sorted by the bytes of the path.
  func files(of bundle: Int) throws(CheckerReadError) -> [CheckerFileEntry]
  /// What lies at a path, a link at its end not followed.
  func status(of path: String, in bundle: Int) throws(CheckerReadError) -> CheckerFileStatus
  /// The bytes of a regular file, links followed.
  func size(of path: String, in bundle: Int) throws(CheckerReadError) -> UInt64
  /// Copies bytes of a regular file and returns how many: fewer than fit only at the end.
  func read(
    _ path: String, in bundle: Int, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CheckerReadError) -> Int
}

/// Why something can't be shown.
enum CheckerReadError: Error, Hashable {
  /// There is no such file.
  case absent
  /// It is no regular file.
  case mismatch
  /// The path is none of a file in a bundle: absolute, or with a zero in it.
  case invalid
  /// It can't be read, in one sentence.
  case unreadable(String)
}

/// What is known of a bundle.
struct CheckerFacts {
  var path: String
  var name: String
  var kind: String
  var platform: String?
  var layout: String
  var identifier: String?
  var executable: String?
  var infoPath: String?
  var resourcesPath: String
  var parent: Int?
  var children: [Int]
  var info: PropertyList
}

/// What lies somewhere; the numbers are those of `checker_file_type`.
enum CheckerFileType: UInt8 {
  case regular = 1
  case directory, link, other
}

/// A name in a bundle.
struct CheckerFileEntry: Hashable {
  var path: String
  var type: CheckerFileType
}

/// What is known of a file without opening it.
struct CheckerFileStatus: Hashable {
  var type: CheckerFileType
  var mode: UInt32
  var size: UInt64
}
