#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension WorkerProcess {
  /// Calls `body` with words and this process's variables as C takes them, but that a crash ends the other process at once, and no
  /// debugger of Swift's starts.
  static func withWords<Result>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let name = "SWIFT_BACKTRACE="
    let own = words.map { strdup($0) } + [strdup(name + "enable=no")]
    defer { for word in own { free(word) } }
    // As they are: they need not be UTF-8.
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var entry = rawEnvironment
    while let variable = entry.pointee {
      if strncmp(variable, name, name.utf8.count) != 0 { variables.append(variable) }
      entry += 1
    }
    return body(own.dropLast() + [nil], variables + [own.last ?? nil, nil])
  }
}
