import Basics

/// A file that is written piece by piece, and has its name only when it is whole: a reader sees the old content or all of the new
/// one. A link stays a link; a terminal, pipe or device is written to, never replaced.
final class PartialFile {
  private let given: String
  private let path: String
  /// Nil for what is written to as it is.
  private let temporary: String?
  private var descriptor: Int32

  /// Names that are tried: a run that was killed leaves its own, and in containers the next one has the same number.
  private static let attempts = 1000

  /// Opens the file under a name of its own, beside the one it will have. `isFound`: the user did not name it, and what is
  /// there must be a regular file.
  init(_ given: String, isFound: Bool = false) throws(Output.Failure) {
    self.given = given
    if !isFound, let own = Self.descriptor(namedBy: given) {
      path = given
      temporary = nil
      descriptor = fcntl(own, F_DUPFD_CLOEXEC, 3)
      guard descriptor >= 0 else { throw failure() }
      return
    }
    let target = FileSystem.realPath(given) ?? given
    path = target
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      temporary = nil
      if isFound {
        descriptor = -1
        throw Output.Failure(path: given, reason: "it is there, and not a regular file")
      }
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      var name = path + ".\(getpid()).partial"
      var attempt = 1
      descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      while descriptor < 0, errno == EEXIST, attempt < Self.attempts {
        attempt += 1
        name = path + ".\(getpid())-\(attempt).partial"
        descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      }
      temporary = name
    }
    guard descriptor >= 0 else { throw failure() }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if let temporary { unlink(temporary) }
  }

  /// The program's own stream that a path names. It may be a file, such as the log of a job: what is in it stays, and its name, too.
  private static func descriptor(namedBy path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return Output.standardOutput
    case "/dev/stderr": return Output.standardError
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        if let number = Int32(path.dropFirst(folder.count)), number >= 0 { return number }
      }
      return nil
    }
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

  private func failure() -> Output.Failure { Output.Failure(path: given, reason: SystemError(errno).text) }
}
