import Bundles

/// Reads the files of a tar archive, plain or gzip-compressed, into memory. Entries that a pack must not contain are an error.
struct TarContent {
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

  private let storage: ArchiveStorage
  private let shown: String

  init(_ bytes: [UInt8], shown: String) throws(PackError) {
    self.shown = shown
    storage = try Self.attempt(shown) { () throws(StorageError) in try ArchiveStorage(tar: bytes, limits: Self.limits) }
  }

  private static func attempt<Result>(
    _ shown: String, _ body: () throws(StorageError) -> Result
  ) throws(PackError) -> Result {
    do throws(StorageError) {
      return try body()
    } catch {
      let isTooMuch = [.tooMany, .archiveBomb, .tooLarge].contains(error.code)
      throw PackError(
        isTooMuch ? .limit : .content, "\(shown) cannot be used as a pack: \(error.description)",
        hint: "create it with 'tar -czf NAME.tar.gz FOLDER', from regular files and folders")
    }
  }

  private func attempt<Result>(_ body: () throws(StorageError) -> Result) throws(PackError) -> Result {
    try Self.attempt(shown, body)
  }

  /// Returns all files. Throws for links, devices, unsafe names and archives over `PackLimits`.
  func files() throws(PackError) -> [PackContent.File] {
    var found: [(path: String, status: FileStatus, position: Int)] = []
    var folders = [""]
    var size = PackSize()
    while let folder = folders.popLast() {
      for entry in try attempt({ () throws(StorageError) in try storage.list(folder) }) {
        let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
        if !entry.isNameValid {
          throw PackError(.content, "the pack has a file whose name is not UTF-8: \(path)")
        }
        try PackPath.check(path)
        switch entry.type {
        case .directory: folders.append(path)
        case .symbolicLink: throw .symbolicLink(path)
        case .other: throw PackError(.content, "the pack has a device, pipe or socket: \(path)")
        case .file:
          let (status, position) = try attempt { () throws(StorageError) in
            (try storage.status(path), try storage.readingPosition(of: path))
          }
          found.append((path, status, position))
          try size.add(status.size)
        }
      }
    }
    var files: [PackContent.File] = []
    // Archive order, so that the archive is inflated only once.
    for file in found.sorted(by: { $0.position < $1.position }) {
      let bytes = try attempt { () throws(StorageError) in try storage.read(file.path, limit: file.status.size) }
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
