import ReleaseLedger

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is written piece by piece, and has its name only when it is whole.
final class PartialFile {
  private let path: String
  private let temporary: String
  private var descriptor: Int32

  /// False for a pipe, a terminal or a device, which is written to as it is.
  private let isReplaced: Bool

  init(_ given: String) throws(LedgerError) {
    var target = given
    if let real = realpath(given, nil) {
      target = String(cString: real)
      free(real)
    }
    path = target
    var status = stat()
    isReplaced = stat(given, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    guard isReplaced else {
      temporary = ""
      descriptor = open(given, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Self.failure(given) }
      return
    }
    temporary = path + ".\(getpid()).partial"
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if isReplaced { unlink(temporary) }
  }

  func write(_ bytes: [UInt8]) throws(LedgerError) {
    do throws(Output.Failure) {
      try Output.write(bytes, to: descriptor)
    } catch {
      throw LedgerError(.unwritable, "the file cannot be written: \(error.reason)", file: path)
    }
  }

  /// Gives the file its name.
  func finish() throws(LedgerError) {
    if isReplaced {
      guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw Self.failure(path) }
    }
    close(descriptor)
    descriptor = -1
  }

  private static func failure(_ path: String) -> LedgerError {
    LedgerError(.unwritable, "the file cannot be written: \(String(cString: strerror(errno)))", file: path)
  }
}
