/// A file that is open for reading; it is closed with this.
package final class OpenedFile: @unchecked Sendable {  // nothing of it changes
  package let descriptor: Int32
  /// What it was when it was opened.
  package let status: stat

  /// Follows links, and waits for nothing: neither for the writer of a pipe nor for a terminal.
  package convenience init(_ path: String) throws(SystemError) {
    try self.init(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
  }

  /// Takes over a descriptor; a negative one stands for the failure that `errno` tells.
  package init(_ descriptor: Int32) throws(SystemError) {
    self.descriptor = descriptor
    var status = stat()
    let number = descriptor < 0 || fstat(descriptor, &status) != 0 ? errno : 0
    self.status = status
    // From here on `deinit` closes the descriptor.
    if number != 0 { throw SystemError(number) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Of which sort it is: `S_IFREG` and the like.
  package var type: mode_t { status.st_mode & S_IFMT }

  /// How many bytes it had when it was opened.
  package var size: Int { max(0, Int(clamping: status.st_size)) }

  /// Copies bytes from `offset` on and returns how many; fewer than fit only where the file ends.
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
