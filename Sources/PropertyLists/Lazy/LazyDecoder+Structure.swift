import Basics

// Where values stand: in the tree and in the file.
extension LazyDecoder {
  /// The node at a position among those that are visible in a container.
  mutating func child(_ run: LazyRun, _ position: Int) -> UInt32? {
    guard position >= 0, position < run.visibleCount else { return nil }
    let index = run.first + (run.keys?.keys[position].entry ?? UInt32(truncatingIfNeeded: position))
    let record = records.at(index)
    if !record.pointee.has(LazyRecord.isKnown) { introduce(record, index, run) }
    return index
  }

  /// RFC 6901. The value that lost to an equal key has its winner's pointer.
  mutating func pointer(to node: UInt32) -> String {
    var steps: [String] = []
    var record = known(node).pointee
    while record.parent != NodeRecord.none {
      let parent = known(record.parent).pointee
      // Whoever has a child has been opened.
      let run = runs.base[Int(parent.low)]
      steps.append(
        run.keys == nil
          ? String(record.position) : JSONPointer.escape(String(decoding: key(record, run), as: UTF8.self)))
      record = parent
    }
    return steps.reversed().reduce(into: "") { $0 += "/" + $1 }
  }

  /// The key of an entry, whether or not its value lost to another.
  private mutating func key(_ record: LazyRecord, _ run: LazyRun) -> UnsafeBufferPointer<UInt8> {
    // It was read when the dictionary was opened, so that it can be read.
    guard let (object, offset) = try? keyObject(Int(record.position), of: run),
      let (text, _) = try? text(object, offset, charges: false)
    else { return UnsafeBufferPointer(start: nil, count: 0) }
    return text
  }

  /// Offset of a value's object; of a malformed one, of what is wrong with it.
  mutating func place(of node: UInt32) -> Int? {
    let record = decoded(node).pointee
    if record.has(LazyRecord.isBroken) { return failures[Int(record.low)].place.byteOffset.map { Int(clamping: $0) } }
    return try? objects.offset(of: Int(record.object))
  }
}

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
