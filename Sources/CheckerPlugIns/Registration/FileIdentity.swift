import Basics

/// Which file a path leads to, by whatever name.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let node: UInt64
  private let path: String

  init(_ path: String) {
    var status = stat()
    let isThere = stat(path, &status) == 0
    device = isThere ? UInt64(truncatingIfNeeded: status.st_dev) : 0
    node = isThere ? UInt64(truncatingIfNeeded: status.st_ino) : 0
    self.path = isThere ? "" : path
  }
}
