package import PropertyLists

/// An archive, or a directory in one, as if it had been unpacked alone: nothing above that directory can be reached.
package final class ArchiveStorage: PathTable {
  private let archive: any Archive
  private let root: [UInt8]

  /// Opens a whole archive: a zip, or a tar, plain or compressed by gzip, xz, Zstandard or bzip2, determined by its first bytes.
  ///
  /// Reads the central directory of a zip, or the whole tar once. Throws an error if the archive is faulty, and `malformedArchive` if the
  /// file is not an archive.
  package convenience init(_ source: any ByteSource, limits: ArchiveLimits = ArchiveLimits()) throws(StorageError) {
    let head = try source.exactly(min(max(0, source.count), ArchiveFormat.headBytes), at: 0)
    guard let format = ArchiveFormat(head: head) else {
      throw .malformedArchive("cannot be read: it is \(ArchiveFormat.words(forHead: head))")
    }
    try self.init(try format.open(source, limits: limits))
  }

  /// `root` must be a directory of the archive; `""` is its top.
  init(_ archive: any Archive, root: String = "") throws(StorageError) {
    self.archive = archive
    self.root = Array(root.utf8)
    try archive.checkReadable(archive.index.entries(below: self.root))
  }

  /// The whole archive. An entry that cannot be read is an error only when it is read.
  init(whole archive: any Archive) {
    self.archive = archive
    root = []
  }

  package func list(_ directory: String) throws(StorageError) -> [DirectoryEntry] {
    let place = try PathResolution.resolve(directory, last: .enter, with: makeCursor())
    return try archive.index.children(of: whole(Array(place.path.utf8))).withReadableNames(in: directory)
  }

  package func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] {
    let file = try file(at: path)
    return try archive.read(file.entry, path: file.path, limit: limit)
  }

  package func source(of path: String) throws(StorageError) -> any ByteSource {
    let file = try file(at: path)
    return try archive.source(of: file.entry, path: file.path)
  }

  /// Reading a compressed tar in this order decompresses it only once, rather than again for each large file.
  package func readingPosition(of path: String) throws(StorageError) -> Int {
    let place = try PathResolution.resolve(path, last: .keep, with: makeCursor())
    guard case .entry(let entry)? = archive.index.node(at: whole(Array(place.path.utf8))) else { return 0 }
    return archive.position(of: entry)
  }

  private func file(at path: String) throws(StorageError) -> (entry: Int, path: String) {
    let place = try PathResolution.resolve(path, last: .follow, with: makeCursor())
    guard case .entry(let entry)? = archive.index.node(at: whole(Array(place.path.utf8))) else {
      throw StorageError(.notAFile, path: path, detail: "a directory")
    }
    switch archive.index.entries[entry].type {
    case .file: return (entry, place.path)
    case .other: throw StorageError(.notAFile, path: path, detail: "a named pipe, socket or device")
    case .directory, .symbolicLink: throw StorageError(.notAFile, path: path, detail: "a directory")
    }
  }

  private func whole(_ path: [UInt8]) -> [UInt8] {
    if root.isEmpty { return path }
    return path.isEmpty ? root : root + [0x2F] + path
  }

  private static let impliedDirectory = FileStatus(type: .directory, size: 0, mode: 0o755)

  func status(at path: [UInt8]) throws(StorageError) -> FileStatus? {
    switch archive.index.node(at: whole(path)) {
    case nil: return nil
    case .impliedDirectory?: return Self.impliedDirectory
    case .entry(let number)?:
      let entry = archive.index.entries[number]
      var status = FileStatus(type: entry.type, size: 0, mode: entry.mode)
      let shown = String(decoding: path, as: UTF8.self)
      switch entry.type {
      case .file:
        status = FileStatus(type: .file, size: try archive.size(of: number, path: shown), mode: entry.mode)
        status.compressedSize = archive.compressedSize(of: number)
      case .symbolicLink:
        let target = try archive.linkTarget(of: number, path: shown)
        guard let text = String(validating: target, as: UTF8.self) else {
          throw StorageError(.unreadableName, path: shown, detail: StorageError.targetDetail)
        }
        status = FileStatus(type: .symbolicLink, size: target.count, mode: entry.mode, linkTarget: text)
      case .directory, .other: break
      }
      return status
    }
  }
}

extension ArchiveStorage {
  /// Reads a tar in memory, plain or compressed by gzip. Throws for other archives.
  package convenience init(tar bytes: [UInt8], limits: ArchiveLimits) throws(StorageError) {
    let head = Array(bytes.prefix(ArchiveFormat.headBytes))
    switch ArchiveFormat(head: head) {
    case .tar, .gzip: try self.init(ByteArray(bytes), limits: limits)
    case let other?: throw .malformedArchive("is \(other.words), not a tar or a tar compressed by gzip")
    case nil: throw .malformedArchive("is \(ArchiveFormat.words(forHead: head)), not a tar")
    }
  }
}
