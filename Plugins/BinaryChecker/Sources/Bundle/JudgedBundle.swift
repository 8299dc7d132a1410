import CheckerKit

/// What is asked of a bundle: `HostBundle` has it from the program, tests have it in memory.
protocol JudgedBundle {
  /// Path relative to the outer bundle; empty for the outer one.
  var path: String { get }
  /// As `CheckedBundle.kind`.
  var kind: String { get }
  /// As `CheckedBundle.platform`.
  var platform: String? { get }
  /// As `CheckedBundle.executable`: relative to the bundle, and not necessarily there.
  var executable: String? { get }
  /// The bundles directly in this one, by their paths relative to it.
  var nestedBundles: [String] { get }
  /// The value of a key of Info.plist; nil when there is none.
  func info(_ key: String) -> InfoValue?
  /// What lies in the bundle, that of nested bundles included, by path relative to it.
  func files() throws(CheckerError) -> [BundleFile]
  /// What lies in the outer bundle, by path relative to that.
  func outerFiles() throws(CheckerError) -> [BundleFile]
  /// What lies at a path, links inside the outer bundle followed; nil when there is nothing.
  func target(of path: String) throws(CheckerError) -> FileTarget?
  /// As `CheckedBundle.read`.
  func read(
    _ path: String, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CheckerError) -> Int
}

/// A file, directory or link of a bundle.
struct BundleFile {
  let path: String
  let type: CheckedBundle.FileType
}

/// What a path leads to.
enum FileTarget {
  /// A regular file of so many bytes.
  case regular(size: UInt64, isLinked: Bool)
  /// A directory, or what is never opened.
  case other
}

/// A value of Info.plist, as far as it is looked at.
enum InfoValue {
  case text(String)
  case list([String])
  case dictionary([(key: String, value: String?)])
  /// A value that is none of these, by the name of its kind.
  case other(String)

  /// The text, if it is one.
  var text: String? {
    if case .text(let text) = self { return text }
    return nil
  }

  /// How a message shows it.
  var shown: String {
    switch self {
    case .text(let text): "\"\(Excerpt.of(text))\""
    case .list: "a list"
    case .dictionary: "a dictionary"
    case .other(let kind): "a value of type \(kind)"
    }
  }
}
