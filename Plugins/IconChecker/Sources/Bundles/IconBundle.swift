import CheckerKit

/// The parts of a bundle that matter for icons. Tests have bundles in memory.
protocol IconBundle {
  associatedtype Info: InfoValue

  var platform: String? { get }
  var resourcesPath: String { get }
  var nestedPaths: [String] { get }
  var info: Info { get }
  func files() throws(CheckerError) -> [(path: String, type: CheckedBundle.FileType)]
  func size(of path: String) throws(CheckerError) -> UInt64?
  func contents(of path: String, limit: Int) throws(CheckerError) -> [UInt8]
}

extension CheckedBundle: IconBundle {
  var nestedPaths: [String] { children.map { Self.path($0.path, in: path) } }

  /// Converts a path in a folder to one relative to the folder. Both are relative to the outer bundle, whose path is
  /// empty.
  static func path(_ path: String, in folder: String) -> String {
    // As bytes, because a combining mark at the start of a name would form one character with the slash.
    folder.isEmpty ? path : String(Substring(path.utf8.dropFirst(folder.utf8.count + 1)))
  }

  func size(of path: String) throws(CheckerError) -> UInt64? { try status(of: path)?.size }
}

/// The parts of an Info.plist value that matter for icons. Tests have values in memory.
protocol InfoValue {
  subscript(_ key: String) -> Self? { get }
  /// The string; nil for other types.
  var text: String? { get }
  /// The values in a dictionary or array in order; empty for other types.
  var values: [Self] { get }
}

extension CheckedValue: InfoValue {
  var values: [CheckedValue] { entries.map(\.value) }
}
