/// Files beside policies and bundles. All of them are read here, and none is waited for without end.
///
/// What the user names is opened as any program would: links are followed wherever they lead, and pipes and devices are read to
/// their end. What is only found, by a name that anybody can give a file, must be a regular file.
package enum NamedFile {
  /// Why a file can't be read.
  package struct Failure: Error {
    /// Whether nothing is there.
    package let isMissing: Bool
    /// What to say after "can't be read:".
    package let reason: String
  }

  /// How long a pipe or device that is named by its path may be silent, in seconds. Nobody may ever write to it.
  package static let patience = 60

  /// The bytes of a file of at most `limit` bytes. `isFound`: the user did not name it.
  package static func bytes(
    _ path: String, limit: Int, isFound: Bool = false, patience: Int = patience
  ) throws(Failure) -> [UInt8] {
    let stream = try NamedStream(path, isFound: isFound, patience: patience)
    var bytes: [UInt8] = []
    while let chunk = try stream.next() {
      // A device may never end, so what is too much is not read.
      if chunk.count > limit - bytes.count {
        throw Failure(isMissing: false, reason: "it has more than \(limit) bytes")
      }
      bytes += chunk
    }
    return bytes
  }
}

/// A file that is read piece by piece.
package final class NamedStream {
  private let file: OpenedFile
  /// How long to wait for more; nil for a file, which is always ready, and for what has somebody at its other end.
  private let patience: Int?
  /// Whether to ask if there is anything to read.
  private let waits: Bool

  /// Opens a file. `isFound`: the user did not name it, and it must be a regular one.
  package init(_ path: String, isFound: Bool = false, patience: Int = NamedFile.patience) throws(NamedFile.Failure) {
    let own = isFound ? nil : Self.descriptor(namedBy: path)
    do throws(SystemError) {
      // To open a pipe must not wait for its writer.
      file = if let own { try OpenedFile(fcntl(own, F_DUPFD_CLOEXEC, 3)) } else { try OpenedFile(path) }
    } catch {
      throw Self.failure(error)
    }
    let type = file.type
    waits = type != S_IFREG
    // Who gives this process a pipe has somebody who writes to it; at a terminal somebody types.
    self.patience = own != nil || isatty(file.descriptor) == 1 ? nil : patience
    if type == S_IFDIR { throw NamedFile.Failure(isMissing: false, reason: "it is a directory") }
    if isFound, type != S_IFREG {
      throw NamedFile.Failure(isMissing: false, reason: "it is a named pipe, socket or device, not a regular file")
    }
  }

  /// The next bytes; nil at the end.
  package func next() throws(NamedFile.Failure) -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if waits { try wait() }
      let count = chunk.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map { read(file.descriptor, $0, buffer.count) } ?? 0
      }
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

  /// The descriptor of this process that a path names, if it is a pipe or socket: opened anew, a pipe would look as if nobody had
  /// ever written to it.
  private static func descriptor(namedBy path: String) -> Int32? {
    var number: Int32?
    if path == "/dev/stdin" { number = 0 }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      number = Int32(path.dropFirst(folder.utf8.count))
    }
    var status = stat()
    guard let number, number >= 0, fstat(number, &status) == 0 else { return nil }
    return [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) ? number : nil
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
