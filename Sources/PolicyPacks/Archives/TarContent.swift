import Basics
import Bundles

enum TarContent {
  /// The largest archive, in bytes before decompression: 64 MiB.
  static let limit = PackLimits.bytes

  private static var limits: ArchiveLimits {
    var limits = ArchiveLimits()
    // Folders count as entries, too.
    limits.entries = 4 * PackLimits.files
    limits.nameBytes = 1024
    limits.directoryBytes = 8 << 20
    // A compressed tar is inflated twice.
    limits.inflatedBytes = 8 * PackLimits.bytes
    return limits
  }

  /// Reads all files into memory. Throws for links, devices, unsafe names and archives over `PackLimits`.
  static func files(_ bytes: [UInt8], shown: String) throws(PackError) -> [PackContent.File] {
    func refusal(_ error: StorageError) -> PackError {
      let isTooMuch = [.tooMany, .archiveBomb, .tooLarge].contains(error.code)
      return PackError(
        isTooMuch ? .limit : .content, "\(shown) cannot be used as a pack: \(error.description)",
        hint: "create it with 'tar -czf NAME.tar.gz FOLDER', from regular files and folders")
    }
    let storage = try mapError(try ArchiveStorage(tar: bytes, limits: limits), refusal)
    var found: [(path: String, status: FileStatus, position: Int)] = []
    var folders = [""]
    var size = PackSize()
    while let folder = folders.popLast() {
      for entry in try mapError(try storage.list(folder), refusal) {
        let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
        if !entry.isNameValid { throw PackError(.content, "the pack has a file whose name is not UTF-8: \(path)") }
        try PackPath.check(path)
        switch entry.type {
        case .directory: folders.append(path)
        case .symbolicLink: throw .symbolicLink(path)
        case .other: throw PackError(.content, "the pack has a device, pipe or socket: \(path)")
        case .file:
          let status = try mapError(try storage.status(path), refusal)
          found.append((path, status, try mapError(try storage.readingPosition(of: path), refusal)))
          try size.add(status.size)
        }
      }
    }
    var files: [PackContent.File] = []
    // Archive order, so that the archive is inflated only once.
    for file in found.sorted(by: { $0.position < $1.position }) {
      let bytes = try mapError(try storage.read(file.path, limit: file.status.size), refusal)
      files.append(PackContent.File(path: file.path, isExecutable: file.status.isExecutable, bytes: bytes))
    }
    return files
  }
}

extension PackContent {
  /// Makes the content of a pack from the files of an archive or artifact.
  /// - Parameters:
  ///   - isWhole: Whether the files are all files of one archive. Then a single top-level folder, as `tar` and release archives have, is
  ///   stripped.
  ///   - path: The folder, below that, that contains the pack; nil for everything.
  static func unpacked(_ files: [File], isWhole: Bool, path: String?) throws(PackError) -> PackContent {
    var files = files
    if isWhole, let top = topFolder(of: files) { files = below(top, files) }
    if let path {
      files = below(path, files)
      if files.isEmpty {
        throw PackError(
          .source, "the archive has no folder '\(path)'",
          hint:
            "name a folder with policies, relative to the top of the archive, without the folder that holds everything")
      }
    }
    if files.isEmpty { throw PackError(.content, "the pack has no files") }
    try NameCollisions.check(files.map(\.path))
    return PackContent(files)
  }

  private static func below(_ folder: String, _ files: [File]) -> [File] {
    // Compares bytes: canonically equivalent strings are equal but may have different bytes.
    let beginning = Array((folder + "/").utf8)
    return files.filter { $0.path.utf8.starts(with: beginning) }.map { file in
      File(
        path: String(decoding: file.path.utf8.dropFirst(beginning.count), as: UTF8.self),
        isExecutable: file.isExecutable, bytes: file.bytes)
    }
  }

  private static func topFolder(of files: [File]) -> String? {
    guard let first = files.first?.path, let slash = first.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let folder = String(first[..<slash])
    let beginning = Array((folder + "/").utf8)
    return files.allSatisfy { $0.path.utf8.starts(with: beginning) } ? folder : nil
  }
}
