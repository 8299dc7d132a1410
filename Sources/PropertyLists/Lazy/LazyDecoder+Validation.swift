import Basics

// Judging the file as a whole.
extension LazyDecoder {
  /// The eager reader is the judge, so that both say the same. Its tree is thrown away: nodes keep their numbers.
  mutating func judge() -> LazyTree.Verdict {
    do throws(PropertyListError) {
      return .sound(try readAll())
    } catch {
      return .defect(error, number: Int(remember(error)))
    }
  }

  private func readAll() throws(PropertyListError) -> [SilentChange] {
    try file.load(0, file.count)
    let builder = try BinaryReader.read(objects.file, file.count, limits: limits)
    let remarks = builder.remarks.all
    if remarks.isEmpty { return [] }
    let tree = builder.take()
    defer {
      free(tree.decoded.base)
      free(tree.nodes.base)
      free(tree.links.base)
    }
    let view = TreeView(
      text: objects.file, textCount: file.count, decoded: UnsafePointer(tree.decoded.base),
      nodes: UnsafePointer(tree.nodes.base), nodeCount: tree.nodes.count, links: UnsafePointer(tree.links.base))
    return view.diagnostics(remarks, isBinary: true)
  }
}
