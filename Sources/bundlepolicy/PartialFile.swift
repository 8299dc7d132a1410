#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is written piece by piece, and has its name only when it is whole: a reader sees the old content or all of the new
/// one. A link stays a link; a terminal, pipe or device is written to, never replaced.
final class PartialFile {
  private let given: String
  private let path: String
  /// Nil for what is written to as it is.
  private let temporary: String?
  private var descriptor: Int32

  /// Opens the file under a name of its own, beside the one it will have.
  init(_ given: String) throws(Output.Failure) {
    self.given = given
    var target = given
    if let real = realpath(given, nil) {
      target = String(cString: real)
      free(real)
    }
    path = target
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      temporary = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      let name = path + ".\(getpid()).partial"
      temporary = name
      descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    }
    guard descriptor >= 0 else { throw failure() }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if let temporary { unlink(temporary) }
  }

  /// Adds to the file.
  func write(_ bytes: some Collection<UInt8>) throws(Output.Failure) {
    do throws(Output.Failure) {
      try Output.write(bytes, to: descriptor)
    } catch {
      throw Output.Failure(path: given, reason: error.reason)
    }
  }

  /// Brings it to the disk and gives it its name.
  func finish() throws(Output.Failure) {
    if let temporary {
      if fsync(descriptor) != 0, errno != EINVAL { throw failure() }
      if rename(temporary, path) != 0 { throw failure() }
    }
    close(descriptor)
    descriptor = -1
  }

  private func failure() -> Output.Failure { Output.Failure(path: given, reason: String(cString: strerror(errno))) }
}
