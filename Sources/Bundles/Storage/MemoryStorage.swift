import Basics
package import PropertyLists

/// A directory tree in memory, for fixtures of policies and tests.
///
/// Directories are implied by the paths of their contents.
package final class MemoryStorage: PathTable {
  package enum Node: Hashable, Sendable {
    case file([UInt8], mode: UInt16 = 0o644)
    /// A regular file of zeros, which takes no memory.
    case zeros(Int, mode: UInt16 = 0o644)
    /// A directory; needed only if it is empty, or for its mode.
    case folder(mode: UInt16)
    case link(String)
    case other

    package static let directory = Node.folder(mode: 0o755)

    package static func text(_ text: String, mode: UInt16 = 0o644) -> Node { .file(Array(text.utf8), mode: mode) }
  }

  // Keyed by bytes: as strings, names that differ only in Unicode normalization would be the same key.
  private let nodes: [[UInt8]: Node]
  private let listings: [[UInt8]: [DirectoryEntry]]
  private let attributeNames: [[UInt8]: [String]]
  private let isArchive: Bool

  /// Creates a tree from paths and nodes in any order. `isArchive`: whether it stands for an archive, in which files are not compressed.
  ///
  /// Throws `invalidPath` for a path that is empty, absolute or contains `..`, or that is listed twice or is below a file.
  package init(
    _ entries: [(path: String, node: Node)], attributes: [(path: String, names: [String])] = [], isArchive: Bool = false
  ) throws(StorageError) {
    self.isArchive = isArchive
    attributeNames = Dictionary(attributes.map { (Array($0.path.utf8), $0.names) }) { $1 }
    var nodes: [[UInt8]: Node] = [[]: .directory]
    var listings: [[UInt8]: [DirectoryEntry]] = [[]: []]
    for (path, node) in entries {
      let components = BundlePath.components(path)
      guard path.utf8.first != 0x2F, !path.utf8.contains(0), !components.isEmpty, !components.contains("..") else {
        throw StorageError(.invalidPath, path: path, detail: "a fixture's paths are relative, without `..`")
      }
      var parent: [UInt8] = []
      for (depth, name) in components.enumerated() {
        let key = parent + (parent.isEmpty ? [] : [0x2F]) + Array(name.utf8)
        let isLast = depth == components.count - 1
        let new = isLast ? node : .directory
        switch (nodes[key], new) {
        case (nil, _):
          nodes[key] = new
          listings[parent, default: []].append(DirectoryEntry(name: name, type: Self.status(of: new).type))
          if case .folder = new { listings[key] = [] }
        case (.folder?, .directory): break
        case (.folder?, .folder): nodes[key] = new
        default: throw StorageError(.invalidPath, path: path, detail: "something else already exists at this path")
        }
        parent = key
      }
    }
    self.nodes = nodes
    self.listings = listings.mapValues { $0.sorted { $0.name.precedesInBytes($1.name) } }
  }

  package convenience init(_ entries: [String: Node]) throws(StorageError) {
    try self.init(entries.map { (path: $0.key, node: $0.value) })
  }

  package init() {
    (attributeNames, isArchive) = ([:], false)
    nodes = [[]: .directory]
    listings = [[]: []]
  }

  package func list(_ directory: String) throws(StorageError) -> [DirectoryEntry] {
    let place = try PathResolution.resolve(directory, last: .enter, with: makeCursor())
    return listings[Array(place.path.utf8)] ?? []
  }

  package func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] {
    let place = try PathResolution.resolve(path, last: .follow, with: makeCursor())
    switch nodes[Array(place.path.utf8)] {
    case .file(let bytes, _)?:
      guard bytes.count <= limit else { throw StorageError(.tooLarge, path: path, limit: limit) }
      return bytes
    case .zeros(let count, _)?:
      guard count <= limit else { throw StorageError(.tooLarge, path: path, limit: limit) }
      return [UInt8](repeating: 0, count: count)
    case .other?: throw StorageError(.notAFile, path: path, detail: "a named pipe, socket or device")
    default: throw StorageError(.notAFile, path: path, detail: "a directory")
    }
  }

  package func source(of path: String) throws(StorageError) -> any ByteSource {
    let place = try PathResolution.resolve(path, last: .follow, with: makeCursor())
    if case .zeros(let count, _)? = nodes[Array(place.path.utf8)] { return ZeroBytes(count: count) }
    return ByteArray(try read(path, limit: .max))
  }

  package func attributes(of path: String) throws(StorageError) -> [String] {
    let place = try PathResolution.resolve(path, last: .keep, with: makeCursor())
    return (attributeNames[Array(place.path.utf8)] ?? []).sorted { $0.precedesInBytes($1) }
  }

  func status(at path: [UInt8]) -> FileStatus? {
    guard var status = nodes[path].map(Self.status) else { return nil }
    if isArchive, status.type == .file { status.compressedSize = status.size }
    return status
  }

  private static func status(of node: Node) -> FileStatus {
    switch node {
    case .file(let bytes, let mode): FileStatus(type: .file, size: bytes.count, mode: mode & 0o7777)
    case .zeros(let count, let mode): FileStatus(type: .file, size: count, mode: mode & 0o7777)
    case .folder(let mode): FileStatus(type: .directory, size: 0, mode: mode & 0o7777)
    case .link(let target):
      FileStatus(type: .symbolicLink, size: target.utf8.count, mode: 0o777, linkTarget: target)
    case .other: FileStatus(type: .other, size: 0, mode: 0o644)
    }
  }
}

private struct ZeroBytes: ByteSource {
  let count: Int

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    let length = min(buffer.count, count - offset)
    UnsafeMutableRawBufferPointer(rebasing: buffer[..<length]).initializeMemory(as: UInt8.self, repeating: 0)
    return length
  }
}
