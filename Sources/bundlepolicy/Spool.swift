import Basics

/// Bytes that are to be written after others which aren't known yet: in memory as long as they are few, else in a file without a name
/// among the temporary ones.
struct Spool: ~Copyable {
  /// Bytes that are kept in memory: 4 MiB.
  private static let memory = 4 << 20

  private var bytes: [UInt8] = []
  private var descriptor: Int32 = -1

  init() {}

  deinit { if descriptor >= 0 { close(descriptor) } }

  mutating func add(_ more: [UInt8]) throws(Output.Failure) {
    bytes += more
    if bytes.count > Self.memory { try store() }
  }

  private mutating func store() throws(Output.Failure) {
    if descriptor < 0 { descriptor = try Self.namelessFile() }
    do throws(Output.Failure) {
      try Output.write(bytes, to: descriptor)
    } catch {
      throw Output.Failure(path: "a temporary file", reason: error.reason)
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Gives all, piece by piece.
  mutating func forEach(_ body: ([UInt8]) throws(Output.Failure) -> Void) throws(Output.Failure) {
    guard descriptor >= 0 else { return try body(bytes) }
    try store()
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    var offset: off_t = 0
    while true {
      let count = chunk.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Self.failure() }
      if count == 0 { return }
      try body(Array(chunk[..<count]))
      offset += off_t(count)
    }
  }

  private static func namelessFile() throws(Output.Failure) -> Int32 {
    let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(directory.isEmpty ? "/tmp" : directory)/bundlepolicy.XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    if descriptor < 0 { throw failure() }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }

  private static func failure() -> Output.Failure {
    Output.Failure(path: "a temporary file", reason: SystemError(errno).text)
  }
}
