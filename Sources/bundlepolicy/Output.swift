#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where results go.
enum Output {
  /// A result could not be written.
  struct Failure: Error {
    let path: String
    let reason: String
  }

  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws(Failure) {
    let bytes = Array(bytes)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { systemWrite(descriptor, $0 + written, buffer.count - written) } ?? 0
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 {
        throw Failure(
          path: descriptor == standardOutput ? "standard output" : "a file", reason: String(cString: strerror(errno)))
      }
      written += count
    }
  }

  /// Writes a file so that a reader sees either the old content or the whole new one. A link stays a link; a terminal,
  /// pipe or device is written to, never replaced.
  static func write(_ bytes: [UInt8], toFile given: String) throws(Failure) {
    var path = given
    if let target = realpath(given, nil) {
      path = String(cString: target)
      free(target)
    }
    var status = stat()
    if stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      if descriptor < 0 { throw Failure(path: given, reason: String(cString: strerror(errno))) }
      defer { close(descriptor) }
      do throws(Failure) {
        return try write(bytes, to: descriptor)
      } catch {
        throw Failure(path: given, reason: error.reason)
      }
    }
    let temporary = path + ".\(getpid()).partial"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw Failure(path: given, reason: String(cString: strerror(errno))) }
    do throws(Failure) {
      try write(bytes, to: descriptor)
      if fsync(descriptor) != 0 && errno != EINVAL {
        throw Failure(path: given, reason: String(cString: strerror(errno)))
      }
    } catch {
      close(descriptor)
      unlink(temporary)
      throw Failure(path: given, reason: error.reason)
    }
    close(descriptor)
    if rename(temporary, path) != 0 {
      let reason = String(cString: strerror(errno))
      unlink(temporary)
      throw Failure(path: given, reason: reason)
    }
  }

  /// One line on standard error. If even that can't be written there is nobody to tell.
  static func complain(_ line: String) {
    try? write((line + "\n").utf8, to: standardError)
  }

  /// Colour is for terminals whose user did not decline it (no-color.org).
  static func isColored(_ descriptor: Int32) -> Bool {
    guard isatty(descriptor) == 1 else { return false }
    if let declined = getenv("NO_COLOR"), declined.pointee != 0 { return false }
    if let terminal = getenv("TERM"), strcmp(terminal, "dumb") == 0 { return false }
    return true
  }
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, start, count)
}
