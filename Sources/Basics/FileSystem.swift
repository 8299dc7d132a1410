package enum FileSystem {
  /// Returns the canonical path without links, `.` and `..`. Returns nil and sets `errno` if the file does not exist, or if the path is not
  /// UTF-8: a string could then only be the path of another file.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    let text = String(validatingCString: resolved)
    free(resolved)
    if text == nil { errno = EILSEQ }
    return text
  }

  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { Basics.write(descriptor, $0 + written, buffer.count - written) } ?? 0
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { throw SystemError(errno) }
      written += count
    }
  }
}

package final class OpenedFile: @unchecked Sendable {  // nothing of it changes
  package let descriptor: Int32
  package let status: stat

  /// Opens a file, following links. Does not block for a pipe's writer or a terminal.
  package convenience init(_ path: String) throws(SystemError) {
    try self.init(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
  }

  /// Takes ownership of a descriptor; if it is negative, throws the error in `errno`.
  package init(_ descriptor: Int32) throws(SystemError) {
    self.descriptor = descriptor
    var status = stat()
    let number = descriptor < 0 || fstat(descriptor, &status) != 0 ? errno : 0
    self.status = status
    // From here on `deinit` closes the descriptor.
    if number != 0 { throw SystemError(number) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package var type: mode_t { status.st_mode & S_IFMT }

  /// The size at the time of opening, in bytes.
  package var size: Int { max(0, Int(clamping: status.st_size)) }

  /// Copies bytes from `offset` and returns their number; fewer than fit only at the end of the file.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count, let base = buffer.baseAddress {
      let got = pread(descriptor, base + filled, buffer.count - filled, off_t(offset + filled))
      if got < 0 {
        if errno == EINTR { continue }
        throw SystemError(errno)
      }
      if got == 0 { break }
      filled += got
    }
    return filled
  }
}

/// An exclusive lock on an open file or folder, held until `deinit`; the system releases it when the process ends for any reason.
package final class FileLock {
  private let descriptor: Int32

  /// Takes ownership of a file's descriptor and waits for the lock, for at most `seconds`. Fails if another process still holds it.
  ///
  /// On a file system without locks it succeeds at once, which callers must tolerate.
  package init?(_ descriptor: Int32, seconds: Int) {
    self.descriptor = descriptor
    let deadline = Clocks.nanoseconds() &+ UInt64(clamping: seconds) &* 1_000_000_000
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      if Clocks.nanoseconds() >= deadline { return nil }
      // Random, so that waiting processes do not retry simultaneously.
      usleep(.random(in: 3_000...15_000))
    }
  }

  deinit { close(descriptor) }
}
