import Basics
import PropertyLists

final class RegularFile: ByteSource {
  let count: Int
  let revision: FileRevision
  private let file: OpenedFile
  private let path: String

  /// Takes ownership of `descriptor`; if it is negative, throws the error in `errno`. Throws if it is not a regular file.
  init(_ descriptor: Int32, path: String) throws(StorageError) {
    self.path = path
    file = try mapError(try OpenedFile(descriptor)) { (error: SystemError) in error.storageError(at: path) }
    count = file.size
    revision = FileRevision(file.status)
    guard FileType(mode: UInt32(file.status.st_mode)) == .file else { throw StorageError(.notAFile, path: path) }
  }

  /// Opens a path of the operating system, following links; does not block if the file is a named pipe.
  convenience init(path: String) throws(StorageError) {
    try self.init(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), path: path)
  }

  /// Reads all bytes. Allocates memory for the whole file, so `limit` must be reasonable.
  func read(limit: Int) throws(StorageError) -> [UInt8] {
    guard count <= limit, count < Int.max else { throw StorageError(.tooLarge, path: path, limit: limit) }
    // One byte more than the size, so that the first short read shows that the end is reached.
    var bytes = [UInt8](repeating: 0, count: count + 1)
    var filled = 0
    while true {
      let start = filled
      let outcome = bytes.withUnsafeMutableBytes { buffer in
        Result { () throws(SystemError) in
          try file.read(at: start, into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
        }
      }
      filled += try mapError(try outcome.get()) { (error: SystemError) in error.storageError(at: path) }
      if filled == count || filled < bytes.count { break }
      guard filled <= limit else { throw StorageError(.tooLarge, path: path, limit: limit) }
      bytes.append(contentsOf: repeatElement(0, count: 65_536))
    }
    guard filled <= limit else { throw StorageError(.tooLarge, path: path, limit: limit) }
    guard filled >= count else { throw StorageError(.changed, path: path) }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    let wanted = min(buffer.count, count - offset)
    let got = try mapError(try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])))
    { (error: SystemError) in
      ByteSourceError(error.storageError(at: path).description)
    }
    if got < wanted { throw ByteSourceError(StorageError(.changed, path: path).description) }
    return got
  }
}

/// Identifies a version of a file. Writing to, renaming or replacing a file changes this, even if its modification time is reset.
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

  package var numbers: [UInt64] { [device, node, UInt64(bitPattern: seconds), UInt64(bitPattern: nanoseconds)] }
}
