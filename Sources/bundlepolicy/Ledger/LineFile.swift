import ReleaseLedger

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads a file of any length line by line.
final class LineFile {
  /// Bytes of one line: two property lists and lists as large as a ledger holds, as text.
  private static let limit = 64 << 20

  private let path: String
  private let file: UnsafeMutablePointer<FILE>
  private var line: UnsafeMutablePointer<CChar>?
  private var capacity = 0

  init(_ path: String) throws(LedgerError) {
    var status = stat()
    guard stat(path, &status) == 0, let file = fopen(path, "re") else {
      throw LedgerError(.failed, "the file cannot be read: \(String(cString: strerror(errno)))", file: path)
    }
    self.file = file
    self.path = path
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw LedgerError(.failed, "this is a directory, not an exported ledger", file: path)
    }
  }

  deinit {
    fclose(file)
    free(line)
  }

  /// The next line, without its end; nil after the last.
  func next() throws(LedgerError) -> [UInt8]? {
    errno = 0
    let count = getline(&line, &capacity, file)
    guard count >= 0, let line else {
      if ferror(file) != 0 {
        throw LedgerError(.failed, "the file cannot be read: \(String(cString: strerror(errno)))", file: path)
      }
      return nil
    }
    guard count <= Self.limit else {
      throw LedgerError(.failed, "a line is longer than an exported row can be", file: path)
    }
    let bytes = [UInt8](UnsafeRawBufferPointer(start: line, count: count))
    return bytes.last == 0x0A ? Array(bytes.dropLast()) : bytes
  }
}
