import CheckerKit

/// A bundle, as far as icons need it: one of the program, or a test's.
protocol IconBundle {
  associatedtype Info: InfoValue

  /// As `CheckedBundle.platform`.
  var platform: String? { get }
  /// As `CheckedBundle.resourcesPath`.
  var resourcesPath: String { get }
  /// Where bundles in this one lie, relative to it.
  var nestedPaths: [String] { get }
  /// The information property list.
  var info: Info { get }
  /// As `CheckedBundle.files`.
  func files() throws(CheckerError) -> [(path: String, type: CheckedBundle.FileType)]
  /// In bytes, of what lies at the path; nil when nothing does.
  func size(of path: String) throws(CheckerError) -> UInt64?
  /// As `CheckedBundle.contents`.
  func contents(of path: String, limit: Int) throws(CheckerError) -> [UInt8]
}

extension CheckedBundle: IconBundle {
  var nestedPaths: [String] { children.map { Self.path($0.path, in: path) } }

  /// A path below a folder, relative to it; both are relative to the outer bundle, whose path is empty.
  static func path(_ path: String, in folder: String) -> String {
    // Bytes, because a mark at the start of a name would make one character with the slash.
    folder.isEmpty ? path : String(Substring(path.utf8.dropFirst(folder.utf8.count + 1)))
  }

  func size(of path: String) throws(CheckerError) -> UInt64? { try status(of: path)?.size }
}
