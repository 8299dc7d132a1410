import Basics
import PropertyLists

/// An open file descriptor of a regular file.
final class RegularFile: ByteSource {
  /// The size when it was opened.
  let count: Int
  /// What it was when it was opened.
  let revision: FileRevision
  private let descriptor: Int32
  private let path: String

  /// Takes over `descriptor`; throws when it is not a regular file's.
  init(_ descriptor: Int32, path: String) throws(StorageError) {
    self.descriptor = descriptor
    self.path = path
    var raw = stat()
    let status = fstat(descriptor, &raw)
    let failure = SystemFailure(errno)
    count = max(0, Int(clamping: raw.st_size))
    revision = FileRevision(raw)
    // From here on `deinit` closes the descriptor.
    guard status == 0 else { throw failure.error(at: path) }
    guard FileType(mode: UInt32(raw.st_mode)) == .file else { throw StorageError(.notAFile, path: path) }
  }

  deinit { close(descriptor) }

  /// All bytes, at most `limit`. Needs as much memory as the file is long, so the limit must be one that memory holds.
  func read(limit: Int) throws(StorageError) -> [UInt8] {
    guard count <= limit, count < Int.max else { throw StorageError(.tooLarge, path: path, limit: limit) }
    // One byte more than the size: the first short read then tells that the end is reached.
    var bytes = [UInt8](repeating: 0, count: count + 1)
    var filled = 0
    while true {
      if filled == bytes.count {
        guard filled <= limit else { throw StorageError(.tooLarge, path: path, limit: limit) }
        bytes.append(contentsOf: repeatElement(0, count: 65_536))
      }
      let got = bytes.withUnsafeMutableBytes { buffer in
        positionedRead(UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), at: filled)  // filled < count, above
      }
      if got < 0 { throw SystemFailure(errno).error(at: path) }
      filled += got
      if got == 0 || filled == count { break }
    }
    guard filled <= limit else { throw StorageError(.tooLarge, path: path, limit: limit) }
    guard filled >= count else { throw StorageError(.changed, path: path) }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// See `ByteSource`.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    let wanted = min(buffer.count, count - offset)
    var filled = 0
    while filled < wanted {
      let got = positionedRead(UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<wanted]), at: offset + filled)
      if got < 0 { throw ByteSourceError(SystemFailure(errno).error(at: path).description) }
      if got == 0 { throw ByteSourceError(StorageError(.changed, path: path).description) }
      filled += got
    }
    return filled
  }

  /// `pread(2)`, again when a signal came; negative for a failure, which `errno` tells.
  private func positionedRead(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    while true {
      let got = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if got >= 0 || errno != EINTR { return got }
    }
  }
}
