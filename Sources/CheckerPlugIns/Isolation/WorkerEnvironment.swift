#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension WorkerProcess {
  /// The program's own, but that a crash ends the process at once, and no debugger of Swift's starts.
  static var workerEnvironment: [String] {
    let name = "SWIFT_BACKTRACE="
    var variables: [String] = []
    var entry = rawEnvironment
    while let variable = entry.pointee {
      let text = String(cString: variable)
      if !text.hasPrefix(name) { variables.append(text) }
      entry += 1
    }
    return variables + [name + "enable=no"]
  }

  /// Calls `body` with lists of words as C takes them.
  static func withWords<Result>(
    _ words: [String], environment: [String],
    _ body: ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let arguments = words.map { strdup($0) }
    let variables = environment.map { strdup($0) }
    defer { for word in arguments + variables { free(word) } }
    return body(arguments + [nil], variables + [nil])
  }
}
