import Basics

/// How files were when they were last looked at, to tell when they have been edited.
struct FileStamps {
  private struct Stamp: Equatable {
    let size: Int64
    let inode: UInt64
    let seconds: Int64
    let nanoseconds: Int64
  }

  /// Nil for a file that was not there.
  private var stamps: [String: Stamp?] = [:]

  /// Remembers these files as they are now, and no others.
  mutating func note(_ files: some Sequence<String>) {
    stamps = [:]
    add(files)
  }

  /// Remembers further files.
  mutating func add(_ files: some Sequence<String>) {
    for file in files where stamps[file] == nil { stamps[file] = .some(Self.stamp(file)) }
  }

  /// The files that are no longer as they were, sorted.
  var changed: [String] {
    stamps.filter { Self.stamp($0.key) != $0.value }.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func stamp(_ path: String) -> Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if os(macOS)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Stamp(
      size: Int64(status.st_size), inode: UInt64(status.st_ino), seconds: Int64(time.tv_sec),
      nanoseconds: Int64(time.tv_nsec))
  }
}
