internal import PropertyLists

/// The bundles that a checker may see, by their index in `BundleGraph`.
protocol CheckerGraph: AnyObject {
  /// The facts about a bundle; nil past the last.
  func facts(of bundle: Int) throws(CheckerReadError) -> CheckerFacts?
  /// All files, directories and links at any depth, sorted by the bytes of the path.
  func files(of bundle: Int) throws(CheckerReadError) -> [CheckerFileEntry]
  /// The status of a file, without following a link in the last component.
  func status(of path: String, in bundle: Int) throws(CheckerReadError) -> CheckerFileStatus
  /// The size of a regular file in bytes, following links.
  func size(of path: String, in bundle: Int) throws(CheckerReadError) -> UInt64
  /// Copies bytes of a regular file and returns how many: fewer than fit only at the end.
  func read(
    _ path: String, in bundle: Int, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CheckerReadError) -> Int
}

enum CheckerReadError: Error, Hashable {
  case absent
  case mismatch
  /// No file in a bundle can have this path: it is absolute, or contains a zero byte.
  case invalid
  case unreadable(String)
}

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

/// The type of a file; numbered like `checker_file_type`.
enum CheckerFileType: UInt8 {
  case regular = 1
  case directory, link, other
}

struct CheckerFileEntry: Hashable {
  var path: String
  var type: CheckerFileType
}

struct CheckerFileStatus: Hashable {
  var type: CheckerFileType
  var mode: UInt32
  var size: UInt64
}
