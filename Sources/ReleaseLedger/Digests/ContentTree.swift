import Basics
internal import Bundles
internal import PropertyLists

/// All files below a directory, in a list in which the entries of a directory are adjacent and come after it.
struct ContentTree {
  private struct Node {
    let path: String
    let name: String
    let type: FileType
    let depth: Int
    var children = 0..<0
  }

  /// The execute bit of the owner.
  private static let ownerExecutes: UInt16 = 0o100

  private let storage: any BundleStorage
  private let shown: String
  private var nodes: [Node] = []
  /// The revisions of all files, taken before anything was read.
  private(set) var revisions: [FileRevision?] = []

  init(_ storage: any BundleStorage, shown: String) {
    self.storage = storage
    self.shown = shown
  }

  // MARK: Walking

  /// Finds all files. Throws for anything that cannot have a digest before time is spent on hashing.
  mutating func walk(_ limits: ContentDigests.Limits) throws(LedgerError) {
    nodes = [Node(path: "", name: "", type: .directory, depth: 0)]
    var bytesLeft = limits.bytes
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      let status = try status(of: node)
      revisions.append(status.revision)
      if node.type == .directory { try list(next, limits) }
      if node.type == .file {
        let size = status.size
        guard size >= 0, size <= bytesLeft else {
          throw .contentTooLarge(shown, limit: limits.bytes, file: shown(node))
        }
        bytesLeft -= size
      }
      next += 1
    }
  }

  private mutating func list(_ directory: Int, _ limits: ContentDigests.Limits) throws(LedgerError) {
    let parent = nodes[directory]
    guard parent.depth <= limits.tree.depth else {
      throw .undigested("directories are nested more than \(limits.tree.depth) levels deep", shown(parent))
    }
    let entries = try read(parent) { () throws(StorageError) in try storage.list(parent.path) }
    // The top does not count as a file.
    guard entries.count <= limits.tree.entries - (nodes.count - 1) else {
      throw .undigested("it contains more than \(limits.tree.entries) files", shown)
    }
    let start = nodes.count
    for entry in entries {
      let path = parent.path.isEmpty ? entry.name : parent.path + "/" + entry.name
      let node = Node(path: path, name: entry.name, type: entry.type, depth: parent.depth + 1)
      guard entry.isNameValid else {
        throw .undigested(
          "a name in it is not UTF-8", shown(node),
          hint: "rename or remove the file; file names in bundles must be UTF-8")
      }
      guard entry.type != .other else {
        throw .undigested(
          "this is a named pipe, socket or device", shown(node),
          hint: "remove it; a bundle can contain only files, directories and symbolic links")
      }
      // A directory that changes while it is listed may return a name twice.
      if nodes.count > start, let last = nodes.last {
        guard last.name.utf8.lexicographicallyPrecedes(entry.name.utf8) else {
          throw .contentUnread(shown(parent), "it changed while it was being listed")
        }
      }
      nodes.append(node)
    }
    nodes[directory].children = start..<nodes.count
  }

  private func status(of node: Node) throws(LedgerError) -> FileStatus {
    try read(node) { () throws(StorageError) in
      let status = try storage.status(node.path)
      guard status.type == node.type else { throw StorageError(.changed, path: node.path) }
      return status
    }
  }

  private func read<Value>(_ node: Node, _ body: () throws(StorageError) -> Value) throws(LedgerError) -> Value {
    do throws(StorageError) { return try body() } catch { throw .contentUnread(shown(node), error.description) }
  }

  private func shown(_ node: Node) -> String { node.path.isEmpty ? shown : shown + "/" + node.path }

  /// The node of the directory at `path`, following links; nil if there is no directory.
  func directory(at path: String) throws(LedgerError) -> Int? {
    let resolved = try mapError(try storage.resolve(path)) { (error: StorageError) in
      LedgerError.contentUnread(shown + "/" + path, error.description)
    }
    var found = 0
    for name in resolved.split(separator: "/") {
      guard let child = child(named: name.utf8, of: found), nodes[child].type == .directory else { return nil }
      found = child
    }
    return found
  }

  private func child(named name: Substring.UTF8View, of directory: Int) -> Int? {
    let children = nodes[directory].children
    let found = children.partitionPoint { !nodes[$0].name.utf8.lexicographicallyPrecedes(name) }
    return found < children.upperBound && nodes[found].name.utf8.elementsEqual(name) ? found : nil
  }

  // MARK: Hashing

  /// The hash of each node, 32 bytes.
  func hashes() throws(LedgerError) -> [[UInt8]] {
    var hashes = [[UInt8]](repeating: [], count: nodes.count)
    for number in try filesInReadingOrder() {
      let node = nodes[number]
      hashes[number] = try hashOfFile(node, try status(of: node))
    }
    // Entries come after their directory.
    for number in nodes.indices.reversed() {
      switch nodes[number].type {
      case .symbolicLink: hashes[number] = try hashOfLink(nodes[number])
      case .directory: hashes[number] = hashOfDirectory(nodes[number], hashes)
      case .file, .other: break
      }
    }
    return hashes
  }

  private func hashOfFile(_ node: Node, _ status: FileStatus) throws(LedgerError) -> [UInt8] {
    try read(node) { () throws(StorageError) in
      var hash = SHA256Digest(.file)
      hash.update(bigEndian: status.mode & Self.ownerExecutes != 0 ? 1 : 0 as UInt8)
      let source = try storage.source(of: node.path)
      guard source.count == status.size else { throw StorageError(.changed, path: node.path) }
      try source.forEachPiece(of: node.path) { hash.update($0) }
      return hash.bytes
    }
  }

  private func filesInReadingOrder() throws(LedgerError) -> [Int] {
    var files: [(position: Int, number: Int)] = []
    for (number, node) in nodes.enumerated() where node.type == .file {
      files.append((try read(node) { () throws(StorageError) in try storage.readingPosition(of: node.path) }, number))
    }
    return files.sorted { $0 < $1 }.map(\.number)
  }

  private func hashOfLink(_ node: Node) throws(LedgerError) -> [UInt8] {
    guard let target = try status(of: node).linkTarget else {
      throw .contentUnread(shown(node), "the link's target cannot be read")
    }
    // Storages replace bytes that are not UTF-8 with this character, so that different texts would look the same.
    guard !target.unicodeScalars.contains("\u{FFFD}") else {
      throw .undigested(
        "the target of the symbolic link is not UTF-8", shown(node), hint: "recreate or remove the link")
    }
    var hash = SHA256Digest(.link)
    hash.update(target)
    return hash.bytes
  }

  private func hashOfDirectory(_ node: Node, _ hashes: [[UInt8]]) -> [UInt8] {
    var hash = SHA256Digest(.directory)
    for number in node.children {
      let child = nodes[number]
      hash.update(child.type == .directory ? "d" : child.type == .file ? "f" : "l")
      hash.update(bigEndian: UInt64(child.name.utf8.count))
      hash.update(child.name)
      hash.update(hashes[number])
    }
    return hash.bytes
  }
}
