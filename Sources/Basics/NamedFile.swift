/// Reads files other than those in bundles, with a timeout.
///
/// A file that the user named is opened as in any program: links are followed, and pipes and devices are read to their end. A file that was
/// found by its name, which anyone can give to a file, must be a regular file.
package enum NamedFile {
  package struct Failure: Error {
    package let isMissing: Bool
    /// The reason for messages, after "cannot be read:".
    package let reason: String
  }

  /// The time in seconds to wait for data from a pipe or device named by its path, because there may be no writer.
  package static let patience = 60

  /// Reads a file of at most `limit` bytes. `isFound`: the user did not name it.
  package static func bytes(
    _ path: String, limit: Int, isFound: Bool = false, patience: Int = patience
  ) throws(Failure) -> [UInt8] {
    let stream = try NamedStream(path, isFound: isFound, patience: patience)
    var bytes: [UInt8] = []
    while let chunk = try stream.next() {
      // Stop reading if there is too much, because a device may have no end.
      if chunk.count > limit - bytes.count {
        throw Failure(isMissing: false, reason: "it has more than \(limit) bytes")
      }
      bytes += chunk
    }
    return bytes
  }
}

package final class NamedStream {
  private let file: OpenedFile
  /// The time to wait for more data, in seconds; nil for regular files, which are always ready, and for pipes with a known writer.
  private let patience: Int?
  private let waits: Bool

  /// Opens a file. `isFound`: the user did not name it, and it must be a regular file.
  package init(_ path: String, isFound: Bool = false, patience: Int = NamedFile.patience) throws(NamedFile.Failure) {
    let own = isFound ? nil : Self.descriptor(namedBy: path)
    do throws(SystemError) {
      // Opening a pipe must not block until there is a writer.
      file = if let own { try OpenedFile(fcntl(own, F_DUPFD_CLOEXEC, 3)) } else { try OpenedFile(path) }
    } catch {
      throw Self.failure(error)
    }
    let type = file.type
    waits = type != S_IFREG
    // An inherited pipe has a writer, and a terminal has a user.
    self.patience = own != nil || isatty(file.descriptor) == 1 ? nil : patience
    if type == S_IFDIR { throw NamedFile.Failure(isMissing: false, reason: "it is a directory") }
    if isFound, type != S_IFREG {
      throw NamedFile.Failure(isMissing: false, reason: "it is a named pipe, socket or device, not a regular file")
    }
  }

  package func next() throws(NamedFile.Failure) -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if waits { try wait() }
      let count = read(file.descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      if count < 0 { throw Self.failure(SystemError(errno)) }
      return count == 0 ? nil : Array(chunk[..<count])
    }
  }

  private func wait() throws(NamedFile.Failure) {
    var polled = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = patience.map { Int32(clamping: $0 &* 1000) } ?? -1
    let ready = poll(&polled, 1, milliseconds)
    if ready == 0 {
      throw NamedFile.Failure(isMissing: false, reason: "nothing was written to it for \(patience ?? 0) s")
    }
    if ready < 0, errno != EINTR { throw Self.failure(SystemError(errno)) }
  }

  /// The descriptor of this process that a path names, if it is a pipe or socket: a pipe that is opened again would look as if it had no
  /// writer.
  private static func descriptor(namedBy path: String) -> Int32? {
    var number: Int32?
    if path == "/dev/stdin" { number = 0 }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      number = Int32(path.dropFirst(folder.utf8.count))
    }
    var status = stat()
    guard let number, number >= 0, fstat(number, &status) == 0 else { return nil }
    return [S_IFIFO, S_IFSOCK].contains(status.type) ? number : nil
  }

  private static func failure(_ error: SystemError) -> NamedFile.Failure {
    switch error.number {
    case ENOENT: NamedFile.Failure(isMissing: true, reason: "there is no such file")
    case EISDIR: NamedFile.Failure(isMissing: false, reason: "it is a directory")
    case EACCES: NamedFile.Failure(isMissing: false, reason: "permission denied")
    default: NamedFile.Failure(isMissing: false, reason: error.text)
    }
  }
}
