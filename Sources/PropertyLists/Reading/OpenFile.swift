import Basics

/// A regular file, open for reading.
final class OpenFile: ByteSource {
  /// The size when it was opened.
  let count: Int
  private let descriptor: Int32

  /// Symbolic links are followed. Nothing but a regular file is opened: a FIFO or a device is refused without waiting.
  init(_ path: String) throws(Failure) {
    guard !path.utf8.contains(0) else {
      throw Failure("file.unreadable", "the path holds a null character", at: nil)
    }
    // O_NONBLOCK: opening a FIFO must not wait for a writer. It has no effect on regular files.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw OpenFile.unreadable("can't be opened", errno) }
    self.descriptor = descriptor
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let number = errno
    count = max(0, Int(clamping: status.st_size))
    // From here on `deinit` closes the descriptor.
    guard isKnown else { throw OpenFile.unreadable("can't be examined", number) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let kind = OpenFile.kind(status.st_mode & S_IFMT)
      throw Failure("file.not-regular", "this is \(kind); expected a regular file", at: nil)
    }
  }

  deinit { close(descriptor) }

  /// See `ByteSource`.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    let wanted = min(buffer.count, count - offset)
    let got: Int
    do throws(Failure) {
      got = try available(at: offset, UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
    } catch {
      throw ByteSourceError(error.message)
    }
    guard got == wanted else { throw ByteSourceError("it has become shorter while it was read") }
    return got
  }

  /// Copies bytes from `offset` on and returns how many; fewer than fit when the file ends before.
  func available(at offset: Int, _ buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    var filled = 0
    while filled < buffer.count, let base = buffer.baseAddress {
      let got = pread(descriptor, base + filled, buffer.count - filled, off_t(offset + filled))
      if got < 0 {
        if errno == EINTR { continue }
        throw OpenFile.unreadable("can't be read", errno)
      }
      if got == 0 { break }
      filled += got
    }
    return filled
  }

  private static func unreadable(_ what: String, _ number: Int32) -> Failure {
    let reason = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return Failure("file.unreadable", "the file \(what): \(reason)", at: nil)
  }

  private static func kind(_ format: mode_t) -> String {
    switch format {
    case S_IFDIR: "a directory"
    case S_IFIFO: "a FIFO"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "not a file"
    }
  }
}
