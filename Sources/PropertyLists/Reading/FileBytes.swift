#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reading of whole files through POSIX.
enum FileBytes {
  static func read(_ path: String, limit: Int) throws(Failure) -> SourceText {
    guard !path.utf8.contains(0) else {
      throw Failure("file.unreadable", "the path holds a null character", at: nil)
    }
    // O_NONBLOCK: opening a FIFO must not wait for a writer. It has no effect on regular files.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable("can't be opened", errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable("can't be examined", errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure("file.not-regular", "this is \(kind(status.st_mode & S_IFMT)); expected a regular file", at: nil)
    }
    let size = Int(status.st_size)
    guard size <= limit else { throw Failure.tooLarge(size, limit: limit) }
    var text = SourceText(capacity: size)
    var filled = 0
    while filled < size {
      let got = systemRead(descriptor, text.base + filled, size - filled)
      if got < 0 {
        if errno == EINTR { continue }
        throw unreadable("can't be read", errno)
      }
      // A file that shrank while it was read is what was read of it.
      if got == 0 { break }
      filled += got
    }
    text.setCount(filled)
    return text
  }

  private static func unreadable(_ what: String, _ number: Int32) -> Failure {
    Failure("file.unreadable", "the file \(what): \(reason(number))", at: nil)
  }

  private static func reason(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
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

/// `read(2)`; inside `FileBytes` the name means something else.
private func systemRead(_ descriptor: Int32, _ to: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, to, count)
}
