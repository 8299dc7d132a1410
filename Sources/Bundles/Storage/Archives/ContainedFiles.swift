package import PropertyLists

/// A zip archive among the files of a bundle, such as a `.jar`, with the files in it.
package struct ContainedFiles: Sendable {
  package struct Entry: Sendable {
    /// The name in the archive, which is a path. Bytes that are not UTF-8 are replaced by U+FFFD.
    package let path: String
    /// Whether any of the three execute bits is set; most tools for jars store none.
    package let isExecutable: Bool
    fileprivate let number: Int
  }

  private let archive: any Archive
  package let entries: [Entry]

  /// The limits for an archive inside a bundle, whose files are only looked into.
  private static var limits: ArchiveLimits {
    var limits = ArchiveLimits()
    (limits.entries, limits.directoryBytes, limits.inflatedBytes) = (200_000, 64 << 20, 256 << 20)
    return limits
  }

  /// Whether a file that begins with these bytes may be a zip archive with files in it.
  package static func isArchive(_ beginning: [UInt8]) -> Bool { beginning.starts(with: [0x50, 0x4B, 3, 4]) }

  /// Reads the directory of a zip archive. Throws if it is malformed, or exceeds a limit.
  package init(_ source: any ByteSource) throws(StorageError) {
    let archive = try ArchiveFormat.zip.open(source, limits: Self.limits)
    self.archive = archive
    entries = archive.index.entries(below: []).compactMap { number in
      let entry = archive.index.entries[number]
      guard entry.type == .file else { return nil }
      return Entry(path: archive.index.text(entry), isExecutable: entry.mode & 0o111 != 0, number: number)
    }
  }

  /// The contents of a file, for reading in pieces. Throws if they are encrypted or cannot be read.
  package func source(of entry: Entry) throws(StorageError) -> any ByteSource {
    try archive.checkReadable([entry.number])
    return try archive.source(of: entry.number, path: entry.path)
  }
}

extension ContainedFiles.Entry {
  private static let extensions: Set<String> = ["dylib", "jnilib", "so", "node", "bundle", "o", "a", ""]

  /// Whether the name or the execute bit suggests code. Jars contain thousands of other files.
  package var mayBeCode: Bool {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    let end = name.lastIndex(of: UInt8(ascii: ".")).map { name[name.index(after: $0)...] }
    return isExecutable || Self.extensions.contains(end.map { String(decoding: $0, as: UTF8.self).lowercased() } ?? "")
  }
}
