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
