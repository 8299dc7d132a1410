import Basics
import Bundles
import FileFacts
import PropertyLists

/// The sizes of the bundles of a graph, found in one walk over all files.
///
/// Sizes are logical: the bytes of regular files, which are the same in every file system and archive. Links and directories have none.
/// The files of nested bundles belong to the bundles around them, too.
struct BundleSizes {
  struct Size {
    var all = 0
    /// Nil if the size of one of the files is unknown.
    var compressed: Int? = 0
    var largest = 0
    /// Relative to the outer bundle; nil if there are no files.
    var largestPath: String?
    var code = 0

    fileprivate mutating func add(_ status: FileStatus, path: String, isCode: Bool) {
      all = Self.sum(all, status.size)
      compressed = if let compressed, let own = status.compressedSize { Self.sum(compressed, own) } else { nil }
      if largestPath == nil || status.size > largest { (largest, largestPath) = (status.size, path) }
      if isCode { code = Self.sum(code, status.size) }
    }

    /// An archive may state impossible sizes.
    private static func sum(_ one: Int, _ other: Int) -> Int {
      let sum = one.addingReportingOverflow(other)
      return sum.overflow ? .max : sum.partialValue
    }
  }

  let sizes: [Size]
  let count: Int

  /// Throws if the files cannot be listed. `looksIntoFiles`: whether code is counted, for which every file is opened.
  init(of graph: BundleGraph, looksIntoFiles: Bool) throws(StorageError) {
    let files = graph.outer.files
    var sizes = [Size](repeating: Size(), count: graph.bundles.count)
    var indices: [ExactText: Int] = [:]
    for bundle in graph.bundles { indices[ExactText(bundle.path)] = bundle.index }
    var found: [(path: String, position: Int)] = []
    for entry in try files.all() where entry.type == .file {
      found.append((entry.path, looksIntoFiles ? (try? files.readingPosition(of: entry.path)) ?? 0 : 0))
    }
    if found.contains(where: { $0.position != 0 }) { found.sort { $0.position < $1.position } }
    var folder: (path: Substring, owner: Int) = ("", 0)
    for (path, _) in found {
      let status = try files.status(path)
      let parent = path.utf8.lastIndex(of: 0x2F).map { path[..<$0] } ?? ""
      if !folder.path.utf8.elementsEqual(parent.utf8) { folder = (parent, Self.owner(of: parent, indices)) }
      let isCode = looksIntoFiles ? try Self.isCode(path, files) : false
      var owner: Int? = folder.owner
      while let index = owner {
        sizes[index].add(status, path: path, isCode: isCode)
        owner = graph.bundles[index].parentIndex
      }
    }
    self.sizes = sizes
    count = found.count
  }

  private static func owner(of folder: Substring, _ indices: [ExactText: Int]) -> Int {
    var folder = folder
    while !folder.isEmpty {
      if let index = indices[ExactText(String(folder))] { return index }
      folder = folder.utf8.lastIndex(of: 0x2F).map { folder[..<$0] } ?? ""
    }
    return 0
  }

  private static func isCode(_ path: String, _ files: FileTree) throws(StorageError) -> Bool {
    let beginning = try files.beginning(of: path, count: 8)
    return (try? MachOFile.hasMagicNumber(ByteArray(beginning))) == true || beginning.elementsEqual("!<arch>\n".utf8)
      || beginning.elementsEqual("!<thin>\n".utf8)
  }
}
