/// What is asked of the file system in many places.
package enum FileSystem {
  /// The one path of what is there that has no link, `.` or `..` in it; nil, with `errno`, when there is nothing, or when it has a name
  /// that is not UTF-8: a string could only be the path of something else.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    let text = String(validatingCString: resolved)
    free(resolved)
    if text == nil { errno = EILSEQ }
    return text
  }

  /// Writes all bytes to a descriptor.
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
