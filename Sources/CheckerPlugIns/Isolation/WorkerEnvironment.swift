import Basics

extension WorkerProcess {
  /// All variables that a checker's process gets: the same on every machine, and none of the program's own, which may hold tokens. The
  /// process itself then sets TMPDIR and HOME to its private directory.
  static func environment(temporaryDirectory: String?) -> [String] {
    [
      "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "TZ=UTC",
      // A crash ends the process at once, without Swift's debugger.
      "SWIFT_BACKTRACE=enable=no", "TMPDIR=\(temporaryDirectory ?? "/tmp")",
    ]
  }

  /// Calls `body` with words and the variables of a checker's process as C takes them.
  static func withWords<Result>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let words = words.map { strdup($0) }
    let variables = environment(temporaryDirectory: getenv("TMPDIR").map { String(cString: $0) }).map { strdup($0) }
    defer { for word in words + variables { free(word) } }
    return body(words + [nil], variables + [nil])
  }
}
