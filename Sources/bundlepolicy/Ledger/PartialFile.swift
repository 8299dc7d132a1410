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

  init(_ path: String) throws(LedgerError) {
    self.path = path
    temporary = path + ".\(getpid()).partial"
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unlink(temporary)
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
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw Self.failure(path) }
    close(descriptor)
    descriptor = -1
  }

  private static func failure(_ path: String) -> LedgerError {
    LedgerError(.unwritable, "the file cannot be written: \(String(cString: strerror(errno)))", file: path)
  }
}
