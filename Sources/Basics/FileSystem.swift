package enum FileSystem {
  /// Returns the canonical path without links, `.` and `..`. Returns nil and sets `errno` if the file does not exist, or if the path is not
  /// UTF-8: a string could then only be the path of another file.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    let text = String(validatingCString: resolved)
    free(resolved)
    if text == nil { errno = EILSEQ }
    return text
  }

  /// Returns the status of the file at a path; nil, with the reason in `errno`, if there is none.
  package static func status(_ path: String, followingLinks: Bool = true) -> stat? {
    var status = stat()
    return (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 ? status : nil
  }

  package static func isDirectory(_ path: String) -> Bool { status(path)?.type == S_IFDIR }

  /// Whether there is anything at a path; a broken link counts.
  package static func exists(_ path: String) -> Bool { status(path, followingLinks: false) != nil }

  /// Creates a folder and its missing parents. Returns the one that cannot be created, with the reason in `errno`; otherwise nil.
  package static func makeDirectory(_ path: String, mode: mode_t) -> String? {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += (made.isEmpty || made == "/" ? "" : "/") + part
      guard mkdir(made, mode) != 0, errno != EEXIST else { continue }
      // For an existing directory, other errors are possible, as on a read-only file system.
      let reason = errno
      if isDirectory(made) { continue }
      errno = reason
      return made
    }
    return nil
  }

  /// Returns the names in a folder, without `.` and `..`; nil, with the reason in `errno`, if it cannot be listed.
  package static func names(in folder: String) -> [String]? { opendir(folder).map { names($0) } }

  /// Reads a stream to its end, and closes it.
  package static func names(_ stream: DirectoryHandle) -> [String] {
    defer { closedir(stream) }
    var names: [String] = []
    // The record is only as long as its name needs: copying the struct's fixed-size `d_name` would read past it.
    while let entry = readdir(stream), let offset = MemoryLayout<dirent>.offset(of: \.d_name) {
      let start = UnsafeRawPointer(entry) + offset  // inside the record, which is valid until the next call
      let name = String(cString: start.assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { Basics.write(descriptor, $0 + written, buffer.count - written) } ?? 0
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { throw SystemError(errno) }
      written += count
    }
  }
}

extension stat {
  /// `S_IFREG`, `S_IFDIR`, …
  package var type: mode_t { st_mode & S_IFMT }
}

package final class OpenedFile: @unchecked Sendable {  // nothing of it changes
  package let descriptor: Int32
  package let status: stat

  /// Opens a file, following links. Does not block for a pipe's writer or a terminal.
  package convenience init(_ path: String) throws(SystemError) {
    try self.init(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
  }

  /// Takes ownership of a descriptor; if it is negative, throws the error in `errno`.
  package init(_ descriptor: Int32) throws(SystemError) {
    self.descriptor = descriptor
    var status = stat()
    let number = descriptor < 0 || fstat(descriptor, &status) != 0 ? errno : 0
    self.status = status
    // From here on `deinit` closes the descriptor.
    if number != 0 { throw SystemError(number) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package var type: mode_t { status.type }

  /// The size at the time of opening, in bytes.
  package var size: Int { max(0, Int(clamping: status.st_size)) }

  /// Returns the first bytes of a regular file, at most `limit`.
  package func bytes(upTo limit: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(size, limit))
    let count = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(SystemError) in try read(at: 0, into: buffer) }
    }
    bytes.removeSubrange(try count.get()...)
    return bytes
  }

  /// Copies bytes from `offset` and returns their number; fewer than fit only at the end of the file.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count, let base = buffer.baseAddress {
      let got = pread(descriptor, base + filled, buffer.count - filled, off_t(offset + filled))
      if got < 0 {
        if errno == EINTR { continue }
        throw SystemError(errno)
      }
      if got == 0 { break }
      filled += got
    }
    return filled
  }
}

/// An exclusive lock on an open file or folder, held until `deinit`; the system releases it when the process ends for any reason.
package final class FileLock {
  private let descriptor: Int32

  /// Takes ownership of a file's descriptor and waits for the lock, for at most `seconds`. Fails if another process still holds it.
  ///
  /// On a file system without locks it succeeds at once, which callers must tolerate.
  package init?(_ descriptor: Int32, seconds: Int) {
    self.descriptor = descriptor
    let deadline = Clocks.nanoseconds() &+ UInt64(clamping: seconds) &* 1_000_000_000
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      if Clocks.nanoseconds() >= deadline { return nil }
      // Random, so that waiting processes do not retry simultaneously.
      usleep(.random(in: 3_000...15_000))
    }
  }

  deinit { close(descriptor) }
}
