#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file descriptor of what must be a regular file.
final class RegularFile {
  private let descriptor: Int32
  private let path: String

  /// Takes over `descriptor`.
  init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// All bytes, at most `limit`. Needs as much memory as the file is long, so the limit must be one that memory holds.
  func read(limit: Int) throws(StorageError) -> [UInt8] {
    var raw = stat()
    guard fstat(descriptor, &raw) == 0 else { throw SystemFailure(errno).error(at: path) }
    guard FileType(mode: UInt32(raw.st_mode)) == .file else { throw StorageError(.notAFile, path: path) }
    let size = Int(clamping: raw.st_size)
    guard size >= 0, size <= limit, size < Int.max else { throw StorageError(.tooLarge, path: path, limit: limit) }
    // One byte more than the size: the first short read then tells that the end is reached.
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var filled = 0
    while true {
      if filled == bytes.count {
        guard filled <= limit else { throw StorageError(.tooLarge, path: path, limit: limit) }
        bytes.append(contentsOf: repeatElement(0, count: 65_536))
      }
      let count = bytes.withUnsafeMutableBytes { buffer -> Int in
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])  // filled < count, checked above
        #if canImport(Glibc)
          return Glibc.read(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          return Musl.read(descriptor, rest.baseAddress, rest.count)
        #else
          return Darwin.read(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemFailure(errno).error(at: path)
      }
      filled += count
      if count == 0 || filled == size { break }
    }
    guard filled <= limit else { throw StorageError(.tooLarge, path: path, limit: limit) }
    guard filled >= size else { throw StorageError(.changed, path: path) }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }
}
