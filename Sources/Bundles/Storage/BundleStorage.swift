import Basics
package import PropertyLists

/// A source of a bundle's files: a directory on disk, a fixture in memory, or an archive.
///
/// Paths are relative to the storage's root and separated by `/`; `""` is the root. A `.` component is ignored; `..` and symbolic links are
/// followed only if they stay below the root. Implementations are read-only and may be called from several threads at once.
package protocol BundleStorage: Sendable {
  /// Returns the entries of `directory`, sorted by the bytes of their names, without `.` and `..`.
  ///
  /// Follows links on the way to the directory; the entries themselves are not followed.
  func list(_ directory: String) throws(StorageError) -> [DirectoryEntry]

  /// Returns the status of the file at `path`. Follows links on the way, but not in the last component.
  ///
  /// Adds to `steps` the number of names looked up on the way; symbolic links increase it beyond the number of components.
  func status(_ path: String, steps: inout Int) throws(StorageError) -> FileStatus

  /// Returns the bytes of the regular file at `path`, following links.
  ///
  /// Throws `tooLarge` if there are more than `limit` bytes, and `notAFile` for anything that is not a regular file: named pipes, sockets
  /// and devices are never opened.
  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8]

  /// Returns the regular file at `path`, following links, for reading in pieces.
  ///
  /// Throws `notAFile` for anything that is not a regular file, like `read`. An archive decompresses up to the requested bytes, so read in
  /// ascending order.
  func source(of path: String) throws(StorageError) -> any ByteSource

  /// Returns `path` with all links resolved, relative to the root. Throws `notFound` if there is no such file. Adds to `steps` like `status`.
  func resolve(_ path: String, steps: inout Int) throws(StorageError) -> String

  /// Returns the position of the regular file at `path` relative to others: reading many files in this order is fastest.
  ///
  /// Only comparable within one storage; several files may have the same position. 0 for anything that is not a file.
  func readingPosition(of path: String) throws(StorageError) -> Int

  /// Returns the names of the extended attributes of the file or directory at `path`, sorted by bytes. Follows links on the way, but not in
  /// the last component; a link has none.
  func attributes(of path: String) throws(StorageError) -> [String]
}

extension BundleStorage {
  package func status(_ path: String) throws(StorageError) -> FileStatus {
    var steps = 0
    return try status(path, steps: &steps)
  }

  package func resolve(_ path: String) throws(StorageError) -> String {
    var steps = 0
    return try resolve(path, steps: &steps)
  }

  /// None, as in archives.
  package func attributes(of path: String) throws(StorageError) -> [String] { [] }

  /// 0 for every file: the order does not matter.
  package func readingPosition(of path: String) throws(StorageError) -> Int { 0 }
}

package enum FileType: String, Hashable, Sendable, CaseIterable {
  case file
  case directory
  /// A symbolic link, including one without a target.
  case symbolicLink
  /// A named pipe, socket or device; never opened.
  case other
}

package struct DirectoryEntry: Hashable, Sendable {
  /// The name, without any directory. If the file system's bytes are not UTF-8, invalid bytes are replaced by U+FFFD.
  package let name: String
  /// The type of the entry itself; links are not followed.
  package let type: FileType
  /// False if the name's bytes are not UTF-8: the file is reported but cannot be opened by its `name`. Such directories cannot be listed.
  package let isNameValid: Bool

  package init(name: String, type: FileType, isNameValid: Bool = true) {
    (self.name, self.type, self.isNameValid) = (name, type, isNameValid)
  }
}

extension BundleStorage {
  /// Whether there is something at a path; true if that cannot be determined, so that reading it is an error.
  package func mayContain(_ path: String) -> Bool {
    do throws(StorageError) { _ = try status(path) } catch { return !error.isUnresolvable }
    return true
  }
}

extension [DirectoryEntry] {
  /// Returns the entries. Throws for a name that is not UTF-8 if it would hide something: no path leads to the contents of such a
  /// directory, and the replaced name of a file may equal the name of another.
  func withReadableNames(in directory: String) throws(StorageError) -> [DirectoryEntry] {
    guard let first = firstIndex(where: { !$0.isNameValid }) else { return self }
    var names: [ExactText: Int] = [:]
    for entry in self { names[ExactText(entry.name), default: 0] += 1 }
    for entry in self[first...] where !entry.isNameValid {
      guard entry.type == .directory || names[ExactText(entry.name), default: 0] > 1 else { continue }
      throw StorageError(
        .unreadableName, path: BundlePath.join(directory, entry.name),
        detail: entry.type == .directory ? "directory" : nil)
    }
    return self
  }
}

package struct FileStatus: Hashable, Sendable {
  package let type: FileType
  /// The size in bytes; the length of the target for a link; 0 for anything but files and links.
  package let size: Int
  /// The size in an archive that compresses each file by itself, in bytes; nil anywhere else.
  package var compressedSize: Int?
  package let mode: UInt16
  package let linkTarget: String?
  /// Detects later changes or replacement of the file; nil if that is not possible, as in an archive.
  package let revision: FileRevision?

  package init(type: FileType, size: Int, mode: UInt16, linkTarget: String? = nil, revision: FileRevision? = nil) {
    (self.type, self.size, self.mode, self.linkTarget, self.revision) = (type, size, mode, linkTarget, revision)
  }

  package var isExecutable: Bool { mode & 0o111 != 0 }
}
