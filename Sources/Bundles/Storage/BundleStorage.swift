import Basics

package import PropertyLists

/// Where a bundle's bytes live: a directory on disk, a fixture in memory, an archive.
///
/// Paths are relative to the storage's root, `/`-separated, and may name a directory by `""` (the root). A `.` component
/// is ignored; `..` and symbolic links are followed only as long as they stay below the root. Implementations are
/// read-only and may be called from several threads at once.
package protocol BundleStorage: Sendable {
  /// The entries of `directory`, sorted by the bytes of their names, without `.` and `..`.
  ///
  /// Links on the way to the directory are followed; the entries themselves are reported, never followed.
  func list(_ directory: String) throws(StorageError) -> [DirectoryEntry]

  /// What lies at `path`. Links on the way are followed, the last component never is.
  func status(_ path: String) throws(StorageError) -> FileStatus

  /// The bytes of the regular file at `path`, links followed.
  ///
  /// Throws `tooLarge` when it holds more than `limit` bytes, and `notAFile` for anything that is not a regular file:
  /// named pipes, sockets and devices are never opened.
  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8]

  /// The regular file at `path`, links followed, for reading piece by piece.
  ///
  /// Throws `notAFile` for anything that is not a regular file, as `read` does. An archive inflates what is asked for
  /// and what stands before it, so read ascending.
  func source(of path: String) throws(StorageError) -> any ByteSource

  /// `path` with every link in it resolved, relative to the root. Throws `notFound` when nothing is there.
  func resolve(_ path: String) throws(StorageError) -> String

  /// As `status`. Adds to `steps` how many names were looked at on the way, which symbolic links make more than the path has.
  func status(_ path: String, steps: inout Int) throws(StorageError) -> FileStatus

  /// As `resolve`. Adds to `steps` how many names were looked at on the way.
  func resolve(_ path: String, steps: inout Int) throws(StorageError) -> String

  /// Where the bytes of the regular file at `path` lie among those of others: reading many files in this order costs least.
  ///
  /// Numbers of one storage can be compared and mean nothing else; several files may have the same. 0 for what is no file.
  func readingPosition(of path: String) throws(StorageError) -> Int
}

extension BundleStorage {
  /// One step for each component of the path.
  package func status(_ path: String, steps: inout Int) throws(StorageError) -> FileStatus {
    steps += BundlePath.components(path).count
    return try status(path)
  }

  /// One step for each component of the path.
  package func resolve(_ path: String, steps: inout Int) throws(StorageError) -> String {
    steps += BundlePath.components(path).count
    return try resolve(path)
  }

  /// 0 for every file: any order will do.
  package func readingPosition(of path: String) throws(StorageError) -> Int { 0 }
}

/// What kind of thing a name in a directory is.
package enum FileType: String, Hashable, Sendable, CaseIterable {
  /// A regular file.
  case file
  /// A directory.
  case directory
  /// A symbolic link, whatever it points to.
  case symbolicLink
  /// A named pipe, socket or device; never opened.
  case other
}

/// One name in a directory.
package struct DirectoryEntry: Hashable, Sendable {
  /// The name, without any directory. When the file system's bytes are not UTF-8, each bad one shows as U+FFFD.
  package let name: String
  /// The type the directory itself gives; a link is a link.
  package let type: FileType
  /// False when the name's bytes are not UTF-8: such a file is reported, and can't be opened by its `name`. Directories are not listed then.
  package let isNameValid: Bool

  /// Makes an entry.
  package init(name: String, type: FileType, isNameValid: Bool = true) {
    self.name = name
    self.type = type
    self.isNameValid = isNameValid
  }
}

extension [DirectoryEntry] {
  /// The same. Throws for a name that is not UTF-8 where it would hide something: no path leads to what such a directory contains, and
  /// what is shown of the name of a file may be the name of another.
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

/// What `lstat` tells about a file.
package struct FileStatus: Hashable, Sendable {
  /// The type, a link not followed.
  package let type: FileType
  /// Size in bytes; of a link, the length of its target; 0 for a directory and anything else.
  package let size: Int
  /// The twelve permission bits.
  package let mode: UInt16
  /// What the link says, when this is one.
  package let linkTarget: String?
  /// Tells whether it was written to or replaced since; nil where that can't be told, as in an archive.
  package let revision: FileRevision?

  /// Makes a status.
  package init(
    type: FileType, size: Int, mode: UInt16, linkTarget: String? = nil, revision: FileRevision? = nil
  ) {
    self.type = type
    self.size = size
    self.mode = mode
    self.linkTarget = linkTarget
    self.revision = revision
  }

  /// True when any of the three execute bits is set.
  package var isExecutable: Bool { mode & 0o111 != 0 }
}
