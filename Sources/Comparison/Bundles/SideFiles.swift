import Bundles

/// The files of one graph, found by one walk, each with the innermost bundle it lies in.
struct SideFiles {
  let graph: BundleGraph
  /// By position of the bundle: paths relative to it, sorted by bytes. Bundles inside are left out.
  private(set) var entries: [[String]]
  /// Why they aren't known.
  private(set) var errors: [ComparisonError] = []

  init(_ graph: BundleGraph) {
    self.graph = graph
    entries = graph.bundles.map { _ in [] }
    let all: [FileTree.Entry]
    do throws(StorageError) {
      all = try graph.outer.files.all()
    } catch {
      errors = [ComparisonError(file: graph.displayPath, message: error.description)]
      return
    }
    // By bytes: paths that Swift holds for equal may be two.
    var positions: [[UInt8]: Int] = [:]
    for bundle in graph.bundles where bundle.index != 0 { positions[Array(bundle.path.utf8)] = bundle.index }
    for entry in all {
      guard entry.isNameValid else {
        errors.append(
          ComparisonError(
            file: "\(graph.displayPath)/\(entry.path)", message: "the name is not UTF-8, so the file can't be compared")
        )
        continue
      }
      if !positions.isEmpty, positions[Array(entry.path.utf8)] != nil { continue }
      let (bundle, start) = Self.innermost(entry.path, positions)
      entries[bundle].append(String(entry.path[start...]))
    }
  }

  /// The bundle that a path lies in, and where the path inside it begins.
  private static func innermost(_ path: String, _ positions: [[UInt8]: Int]) -> (bundle: Int, start: String.Index) {
    if positions.isEmpty { return (0, path.startIndex) }
    var end = path.endIndex
    while let slash = path.utf8[..<end].lastIndex(of: UInt8(ascii: "/")) {
      if let position = positions[Array(path.utf8[..<slash])] { return (position, path.utf8.index(after: slash)) }
      end = slash
    }
    return (0, path.startIndex)
  }
}
