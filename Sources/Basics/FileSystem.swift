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
