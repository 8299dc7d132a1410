import Basics

/// Which file lies at a path, and when it was last changed. Whoever writes to a file, renames or replaces it changes this, whatever time
/// of modification is set on it afterwards.
package struct FileRevision: Hashable, Sendable {
  private let device: UInt64
  private let node: UInt64
  private let seconds: Int64
  private let nanoseconds: Int64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
    #if os(Linux)
      let changed = status.st_ctim
    #else
      let changed = status.st_ctimespec
    #endif
    seconds = Int64(changed.tv_sec)
    nanoseconds = Int64(changed.tv_nsec)
  }

  /// All of it.
  package var numbers: [UInt64] {
    [device, node, UInt64(bitPattern: seconds), UInt64(bitPattern: nanoseconds)]
  }
}
