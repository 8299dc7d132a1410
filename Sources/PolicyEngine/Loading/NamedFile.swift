#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that the user names beside policies and bundles. It is opened as any program would: links are followed wherever they
/// lead, and pipes and devices are read to their end.
public enum NamedFile {
  /// Why a file can't be read.
  public struct Failure: Error {
    /// Whether nothing is there.
    public let isMissing: Bool
    /// What to say after "can't be read:".
    public let reason: String
  }

  /// The bytes of a file of at most `limit` bytes.
  public static func bytes(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw failure() }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map { read(descriptor, $0, buffer.count) } ?? 0
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failure() }
      if count == 0 { return bytes }
      // A device may never end, so what is too much is not read.
      if count > limit - bytes.count { throw Failure(isMissing: false, reason: "it has more than \(limit) bytes") }
      bytes += chunk[..<count]
    }
  }

  /// One spelling for each file that is there, whatever links lead to it.
  static func identity(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func failure() -> Failure {
    switch errno {
    case ENOENT: Failure(isMissing: true, reason: "there is no such file")
    case EISDIR: Failure(isMissing: false, reason: "it is a directory")
    case EACCES: Failure(isMissing: false, reason: "permission denied")
    case let code: Failure(isMissing: false, reason: String(cString: strerror(code)))
    }
  }
}
